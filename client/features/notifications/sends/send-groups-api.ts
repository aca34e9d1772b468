import { writeColumnFilter } from '#shared/filters/column-filter.ts'
import { sendSummaryRoute } from '#shared/notifications/send-summary-route.ts'
import { call } from '#client/api/call.ts'
import { sendsKey, type SendFilter } from './sends-api.ts'

interface Page {
  readonly pageIndex: number
  readonly pageSize: number
}

const toFilterQuery = ({ search, statuses, types, events }: SendFilter) => ({
  search: search.trim(),
  status: writeColumnFilter(statuses),
  resourceKind: writeColumnFilter(types),
  event: writeColumnFilter(events),
})

export const readGroups = (filter: SendFilter, page: Page, signal: AbortSignal) =>
  call(sendSummaryRoute, { body: { ...toFilterQuery(filter), ...page }, signal })

export const groupsKey = (filter: SendFilter) => [...sendsKey, 'groups', toFilterQuery(filter)]
