import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { columnFilter } from '#shared/filters/column-filter.ts'
import type { FilterValue } from '#shared/filters/filter-value.ts'
import { listRows } from '#client/api/data-api.ts'
import { searchQuery, sortOrder } from '#client/api/list-query.ts'
import type { Range } from '#client/ui/table/list-pages.ts'
import { withRecipients } from './send-recipients.ts'
import type { Sorting } from '#client/lib/address/table-state.ts'
import { nullableText } from '#shared/primitives/row-values.ts'

const sendSchema = z.object({
  id: z.string(),
  notification_id: nullableText,
  resource_id: z.string(),
  resource_type: nullableText,
  resource: z.looseObject({ name: nullableText }).nullish(),
  source_event: z.string(),
  status: nullableText,
  count: z.number().catch(1),
  retries: z.number().nullish(),
  body: nullableText,
  error: nullableText,
  payload: z.looseObject({ title: nullableText, recipient: nullableText, held: nullableText }).nullish().catch(null),
  playbook_run_id: nullableText,
  person_id: nullableText,
  team_id: nullableText,
  connection_id: nullableText,
  silenced_by: nullableText,
  duration_millis: z.number().nullish(),
  not_before: nullableText,
  first_observed: nullableText,
  created_at: nullableText,
})
export type Send = z.infer<typeof sendSchema> & { readonly recipient: string | null }

export interface SendFilter {
  readonly search: string
  readonly statuses: FilterValue
  readonly types: FilterValue
  readonly events: FilterValue
  readonly sorting: Sorting | null
}

const sortColumns: Readonly<Record<string, string>> = {
  event: 'source_event',
  status: 'status',
  recipient: 'payload->>recipient',
  age: 'created_at',
}
export const newestFirst: Sorting = { id: 'age', desc: true }

export const sendsQuery = ({
  search,
  statuses,
  types,
  events,
  sorting,
}: SendFilter): Readonly<Record<string, string>> => {
  return {
    select: '*',
    order: `${sortOrder(sorting, sortColumns) ?? 'created_at.desc.nullslast'},id.asc`,
    ...columnFilter('status', statuses),
    ...columnFilter('resource_type', types),
    ...columnFilter('source_event', events),
    ...searchQuery(search, ['body', 'error', 'resource->>name']),
  }
}

export const sendsKey = ['notifications', 'sends'] as const

const loadSends = async (query: Readonly<Record<string, string | number>>, signal: AbortSignal) => {
  const { rows, total } = await listRows('notification_send_history_summary', { row: sendSchema, query, signal })
  return { rows: await withRecipients(rows, signal), total }
}

export const listSends = (filter: SendFilter, range: Range, signal: AbortSignal) =>
  loadSends({ ...sendsQuery(filter), ...range }, signal)

export const sendQuery = (id: string) =>
  queryOptions({
    queryKey: [...sendsKey, 'one', id],
    queryFn: async ({ signal }) => {
      return (await loadSends({ id: `eq.${id}`, select: '*' }, signal)).rows[0] ?? null
    },
  })

const openedMost = 50

export const resourceSendsQuery = (filter: SendFilter, resourceId: string) => {
  const query = { ...sendsQuery({ ...filter, sorting: newestFirst }), resource_id: `eq.${resourceId}` }
  return queryOptions({
    queryKey: [...sendsKey, 'of', query],
    queryFn: ({ signal }) => loadSends({ ...query, limit: openedMost, offset: 0 }, signal),
    placeholderData: keepPreviousData,
  })
}
