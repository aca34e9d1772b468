import { notificationEvents, resourceTypes, sendStatuses } from '#shared/notifications/notification-values.ts'
import { changeQuery } from '#client/lib/address/query-state.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Segmented } from '#client/ui/form/segmented.tsx'
import { FacetFilters } from '#client/ui/table/facet-filters.tsx'
import type { ListNothingProps } from '#client/ui/table/list-nothing.tsx'
import type { SendFilter } from './sends-api.ts'

const groupings = [
  { value: 'resource', label: 'Resource' },
  { value: 'none', label: 'None' },
] as const

const setGrouping = (groupBy: string) =>
  changeQuery((params) => {
    for (const key of ['pageIndex', 'open', 'groupBy']) params.delete(key)
    if (groupBy === 'none') params.set('groupBy', groupBy)
  })

/** Production backends support only the ungrouped list. */
export function Grouping({ isGrouped }: { readonly isGrouped: boolean }) {
  if (!hasOwnBackend()) return null
  return (
    <span className="send-grouping">
      <span className="send-grouping-label">Group by</span>
      <Segmented label="Group by" value={isGrouped ? 'resource' : 'none'} options={groupings} onChange={setGrouping} />
    </span>
  )
}

export function SendFilters({ filter }: { readonly filter: SendFilter }) {
  return (
    <FacetFilters
      search={{ label: 'Search notifications', placeholder: 'Search resource, message or reason', debounceMs: 400 }}
      facets={[
        { label: 'Status', key: 'status', values: sendStatuses, filter: filter.statuses },
        { label: 'Resource type', key: 'resourceType', values: resourceTypes, filter: filter.types },
        { label: 'Event', key: 'event', values: notificationEvents, filter: filter.events },
      ]}
    />
  )
}

export const describeNoSends = ({ statuses, types, events, search }: SendFilter): ListNothingProps => ({
  isFiltered: search !== '' || statuses.size + types.size + events.size > 0,
  noMatch: 'No notifications match',
  empty: {
    title: 'No notifications',
    text: 'Messages that rules sent or suppressed appear here. Manage rules on the Rules tab.',
  },
})
