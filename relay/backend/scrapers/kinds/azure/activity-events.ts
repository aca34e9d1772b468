import { z } from 'zod'
import { readLogChanges, eventTime, type AuditEvent } from '#relay/backend/scrapers/kinds/audit-events.ts'
import type { FoundChange } from '#relay/backend/scrapers/scraper-kind.ts'
import type { AzureApi } from './azure-api.ts'
import type { AzureSpec } from './azure-spec.ts'

const text = z.string()
const named = z.looseObject({ value: text.nullish(), localizedValue: text.nullish() }).nullish()
const eventSchema = z.looseObject({
  eventDataId: text,
  eventTimestamp: eventTime,
  operationName: named,
  status: named,
  subStatus: named,
  category: named,
  caller: text.nullish(),
  resourceId: text.nullish(),
  resourceProviderName: named,
  correlationId: text.nullish(),
})
type Event = z.infer<typeof eventSchema>

/** An operation has one event for its start, progress and end; only the end is a change. */
const ends = new Set(['Succeeded', 'Failed'])

const listParentIds = (resourceId: string, subscription: string): readonly string[] => {
  const steps = resourceId.toLowerCase().split('/')
  const parentIds = steps
    .map((_, at) => steps.slice(0, steps.length - at).join('/'))
    .filter((parentId) => parentId !== '')
  return [...parentIds, subscription]
}

const toEvent = (event: Event, subscription: string): AuditEvent => {
  const { operationName: operation, status, subStatus, category, caller, resourceProviderName: provider } = event
  const name = operation?.value ?? 'Unknown operation'
  return {
    id: event.eventDataId,
    name,
    at: event.eventTimestamp,
    by: caller ?? undefined,
    ids: listParentIds(event.resourceId ?? '', subscription),
    rejection: status?.value === 'Failed' ? subStatus?.localizedValue || subStatus?.value || 'failed' : undefined,
    source: provider?.value ?? 'Azure',
    details: {
      operation: operation?.localizedValue ?? name,
      category: category?.value ?? null,
      correlationId: event.correlationId ?? null,
    },
  }
}

export const activityChanges = (
  api: AzureApi,
  subscription: string,
  { exclusions, activityAge }: AzureSpec,
): AsyncIterable<FoundChange> => {
  const since = new Date(Date.now() - activityAge).toISOString()
  async function* pages() {
    const list = {
      name: 'the activity log',
      path: 'providers/Microsoft.Insights/eventtypes/management/values',
      apiVersion: '2015-04-01',
      params: { $filter: `eventTimestamp ge '${since}'` },
    }
    for await (const events of api.listPages(list, eventSchema))
      yield events.filter(({ status }) => ends.has(status?.value ?? '')).map((event) => toEvent(event, subscription))
  }
  return readLogChanges(pages(), exclusions?.activityLogs)
}
