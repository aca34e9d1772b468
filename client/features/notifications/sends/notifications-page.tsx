import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readFilter, writeFilter, type FilterValue } from '#shared/filters/filter-value.ts'
import { sendTable } from '#shared/notifications/notification-topics.ts'
import { notificationEvents, resourceTypes, sendStatuses } from '#shared/notifications/notification-values.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { changeQuery, useQueryParams, useQueryState } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { FacetFilters } from '#client/ui/table/facet-filters.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { listInPages } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { PagedTable } from '#client/ui/table/paged-table.tsx'
import { textColumns } from '#client/ui/table/text-column.ts'
import { NotificationTabs } from '#client/features/notifications/notification-tabs.tsx'
import { sendColumns } from './send-columns.tsx'
import { SendPanel } from './send-panel.tsx'
import { listSends, newestFirst, sendsKey, sendsPage, sendsQuery, type Send, type SendFilter } from './sends-api.ts'
import '#client/features/notifications/notifications.css'

const exportedAtOnce = 500
const idOf = ({ id }: Send) => id

const openSend = (id: string) => changeQuery((params) => params.set('send', id))
const columns = sendColumns(openSend)
const texts = textColumns(columns)

const useSendFilter = (): SendFilter => {
  const params = useQueryParams()
  const [{ sorting }] = useTableState()
  return useMemo(
    () => ({
      search: params.get('search') ?? '',
      statuses: readFilter(params.get('status') ?? ''),
      types: readFilter(params.get('resourceType') ?? ''),
      events: readFilter(params.get('event') ?? ''),
      sorting,
    }),
    [params, sorting],
  )
}

const setFilter = (key: 'status' | 'resourceType' | 'event', filter: FilterValue) =>
  changeQuery((params) => {
    params.delete('pageIndex')
    if (filter.size === 0) params.delete(key)
    else params.set(key, writeFilter(filter))
  })

/** What was sent, and what was not and why, newest first (ledger SHELL-16, NOTIF-04). */
export function NotificationsPage() {
  const filter = useSendFilter()
  const [state, changeTable] = useTableState()
  const [opened, setOpened] = useQueryState('send')
  const { pageIndex, pageSize } = state
  const { data, error, isPending, isFetching, refetch } = useQuery(
    sendsPage(filter, { offset: pageIndex * pageSize, limit: pageSize }),
  )
  useTableChanges(sendTable, sendsKey)
  const total = data?.total ?? null
  return (
    <Page title="Notifications" views={<ViewMenu />} refresh={{ busy: isFetching, onRefresh: () => void refetch() }}>
      <NotificationTabs selected={routes.notifications} />
      <ListHead
        filters={
          <FacetFilters
            search={{
              label: 'Search notifications',
              placeholder: 'Search resource, message or reason',
              debounceMs: 400,
            }}
            facets={[
              { label: 'Status', key: 'status', values: sendStatuses, filter: filter.statuses },
              { label: 'Resource type', key: 'resourceType', values: resourceTypes, filter: filter.types },
              { label: 'Event', key: 'event', values: notificationEvents, filter: filter.events },
            ]}
            onFacet={setFilter}
          />
        }
        facts={
          total === null ? [] : [`${total.toLocaleString('en')} ${total === 1 ? 'notification' : 'notifications'}`]
        }
        tools={
          <ListTools
            table="notifications"
            columns={columns}
            texts={texts}
            pages={listInPages(exportedAtOnce, idOf, (range, signal) => listSends(filter, range, signal))}
            apiPath={`/api/db/notification_send_history_summary?${new URLSearchParams(sendsQuery(filter)).toString()}`}
          />
        }
      />
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <PagedTable
        table="notifications"
        label="Notifications"
        columns={columns}
        rows={data?.rows ?? []}
        keyOf={idOf}
        loading={isPending && error === null}
        sorting={filter.sorting ?? newestFirst}
        total={total}
        state={state}
        onState={changeTable}
        empty={
          error === null ? (
            <EmptyState title="No notifications">
              <p>What rules send appears here, and what they held back, with the reason. Rules are beside this tab.</p>
            </EmptyState>
          ) : null
        }
      />
      {opened === '' ? null : <SendPanel key={opened} id={opened} onClose={() => setOpened('')} />}
    </Page>
  )
}
