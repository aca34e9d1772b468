import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { writeColumnFilter } from '#shared/filters/column-filter.ts'
import { sendSummaryRoute } from '#shared/notifications/send-summary-route.ts'
import { call } from '#client/api/call.ts'
import { sendsKey, type SendFilter } from './sends-api.ts'

interface Page {
  readonly pageIndex: number
  readonly pageSize: number
}

const bodyOf = ({ search, statuses, types, events }: SendFilter, page: Page) => ({
  search: search.trim(),
  status: writeColumnFilter(statuses),
  resourceKind: writeColumnFilter(types),
  event: writeColumnFilter(events),
  ...page,
})

/** A page of the things that were told of. Throws ApiError. */
export const readGroups = (filter: SendFilter, page: Page, signal: AbortSignal) =>
  call(sendSummaryRoute, { body: bodyOf(filter, page), signal })

/** What was sent and kept back, by the thing that it is about. */
export const sendGroupsPage = (filter: SendFilter, page: Page) =>
  queryOptions({
    queryKey: [...sendsKey, 'groups', bodyOf(filter, page)],
    queryFn: ({ signal }) => readGroups(filter, page, signal),
    placeholderData: keepPreviousData,
    meta: { failsOnPage: true },
  })
