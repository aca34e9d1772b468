import { z } from 'zod'
import { JsonBoundError, parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { changesOfLog, type AuditEvent } from '#relay/backend/scrapers/kinds/audit-events.ts'
import type { FoundChange } from '#relay/backend/scrapers/scraper-kind.ts'
import { pagesOf, type AwsApi } from './aws-api.ts'
import { listOf } from './aws-item.ts'
import type { AwsSpec } from './aws-spec.ts'

const text = z.string()
const page = z.looseObject({
  NextToken: text.nullish(),
  Events: listOf(
    z.looseObject({
      EventId: text,
      EventName: text,
      /** Seconds since 1970. */
      EventTime: z.number().max(8.64e12),
      EventSource: text.catch('AWS'),
      Username: text.nullish(),
      Resources: listOf(z.looseObject({ ResourceName: text.nullish() })),
      CloudTrailEvent: text.nullish(),
    }),
  ),
})
type Event = z.infer<typeof page>['Events'][number]

const record = z.looseObject({
  errorCode: text.optional(),
  errorMessage: text.optional(),
  awsRegion: text.optional(),
  sourceIPAddress: text.optional(),
  userAgent: text.optional(),
  requestParameters: z.unknown().optional(),
})

const recordOf = (json: string | null | undefined) => {
  try {
    return record.safeParse(parseBoundedJson(json ?? '')).data
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonBoundError) return undefined
    throw error
  }
}

/** What concerns nothing that is kept is told of the account. */
const eventOf = ({ account }: AwsApi, event: Event): AuditEvent => {
  const said = recordOf(event.CloudTrailEvent)
  const { awsRegion, sourceIPAddress, userAgent, requestParameters } = said ?? {}
  return {
    id: event.EventId,
    name: event.EventName,
    at: new Date(event.EventTime * 1_000).toISOString(),
    by: event.Username ?? undefined,
    ids: [...event.Resources.flatMap(({ ResourceName: name }) => name ?? []), account],
    refusal: said?.errorCode === undefined ? undefined : [said.errorCode, said.errorMessage].filter(Boolean).join(': '),
    source: event.EventSource,
    details: { awsRegion, sourceIPAddress, userAgent, requestParameters },
  }
}

/** What was written in an account in one region, as CloudTrail tells it, by whom; what only reads is left out. */
export const trailChanges = (
  api: AwsApi,
  { maxAge, exclude }: NonNullable<AwsSpec['cloudtrail']>,
): AsyncIterable<FoundChange> => {
  const asked = {
    StartTime: Math.floor((Date.now() - maxAge) / 1_000),
    LookupAttributes: [{ AttributeKey: 'ReadOnly', AttributeValue: 'false' }],
    MaxResults: 50,
  }
  const ask = (token: string | undefined) =>
    api.call('cloudtrail', 'LookupEvents', { ...asked, ...(token !== undefined && { NextToken: token }) }, page)
  async function* pages() {
    for await (const { Events: events } of pagesOf(ask, (answer) => answer.NextToken ?? undefined))
      yield events.map((event) => eventOf(api, event))
  }
  return changesOfLog(pages(), exclude)
}
