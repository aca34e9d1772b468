import { useMemo } from 'react'
import { readFilter } from '#shared/filters/filter-value.ts'
import { sendTable } from '#shared/notifications/notification-topics.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { useQueryParams, useQueryState, setParam } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { useQueriedList } from '#client/ui/table/queried-list.ts'
import { NotificationTabs } from '#client/features/notifications/notification-tabs.tsx'
import { sendColumns } from './send-columns.tsx'
import { SendGroups } from './send-groups.tsx'
import { Grouping, describeNoSends, SendFilters } from './send-list-parts.tsx'
import { SendPanel } from './send-panel.tsx'
import { listSends, newestFirst, sendsKey, sendsQuery, type Send, type SendFilter } from './sends-api.ts'
import '#client/features/notifications/notifications.css'

const getId = ({ id }: Send) => id

const openSend = (id: string) => setParam('send', id)
const columns = sendColumns(openSend)

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

interface SendListProps {
  readonly filter: SendFilter
  readonly children: React.ReactNode
}

function SendList({ filter, children }: SendListProps) {
  const source = useQueriedList({
    queryKey: [...sendsKey, 'list', sendsQuery(filter)],
    columns,
    getKey: getId,
    read: (range, signal) => listSends(filter, range, signal),
    usual: newestFirst,
  })
  return (
    <ListPage
      title="Notifications"
      above={<NotificationTabs selected={routes.notifications} />}
      table="notifications"
      label="Notifications"
      source={source}
      getKey={getId}
      filters={<SendFilters filter={filter} />}
      facts={countFact(source.total, 'notification', 'notifications')}
      tools={<Grouping isGrouped={false} />}
      apiPath={`/api/db/notification_send_history_summary?${new URLSearchParams(sendsQuery(filter)).toString()}`}
      nothing={describeNoSends(filter)}
    >
      {children}
    </ListPage>
  )
}

export function NotificationsPage() {
  const filter = useSendFilter()
  const [opened, setOpened] = useQueryState('send')
  useTableChanges(sendTable, sendsKey)
  const List = useQueryParams().get('groupBy') !== 'none' && hasOwnBackend() ? SendGroups : SendList
  return (
    <List filter={filter}>
      {opened === '' ? null : <SendPanel key={opened} id={opened} onClose={() => setOpened('')} />}
    </List>
  )
}
