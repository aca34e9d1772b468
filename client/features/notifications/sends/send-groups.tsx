import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { changeQuery, useQueryParams } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { queryReading } from '#client/ui/table/list-reading.tsx'
import { usePagedList } from '#client/ui/table/list-source.ts'
import { NotificationTabs } from '#client/features/notifications/notification-tabs.tsx'
import { sendGroupColumns } from './send-group-columns.tsx'
import { keyOfGroup, sendRows, type OpenGroup, type SendRow } from './send-group-rows.ts'
import { readGroups, sendGroupsPage } from './send-groups-api.ts'
import { Grouping, NoSends, SendFilters } from './send-list-parts.tsx'
import { sendsOfThing, type SendFilter } from './sends-api.ts'

const keyOf = ({ key }: SendRow) => key
const noneOpen: ReadonlyMap<string, OpenGroup> = new Map()

const openKeys = (text: string | null): readonly string[] => (text ?? '').split(',').filter((key) => key !== '')

const toggle = (key: string) =>
  changeQuery((params) => {
    const open = openKeys(params.get('open'))
    const next = open.includes(key) ? open.filter((each) => each !== key) : [...open, key]
    if (next.length === 0) params.delete('open')
    else params.set('open', next.join(','))
  })

const columns = sendGroupColumns({
  onToggle: toggle,
  onOpen: (id) => changeQuery((params) => params.set('send', id)),
})

interface Counts {
  readonly sends: number
  readonly error: number
  readonly in_progress: number
  readonly suppressed: number
}

const factsOf = (things: number, counts: Counts): readonly string[] => [
  `${counts.sends.toLocaleString('en')} ${counts.sends === 1 ? 'send' : 'sends'}`,
  `about ${things.toLocaleString('en')} ${things === 1 ? 'resource' : 'resources'}`,
  ...(counts.error === 0 ? [] : [`${counts.error.toLocaleString('en')} not delivered`]),
  ...(counts.in_progress === 0 ? [] : [`${counts.in_progress.toLocaleString('en')} waiting`]),
  ...(counts.suppressed === 0 ? [] : [`${counts.suppressed.toLocaleString('en')} held back`]),
]

interface SendGroupsProps {
  readonly filter: SendFilter
  /** What opens over the list. */
  readonly children: React.ReactNode
}

/** What was sent and kept back by the thing that it is about; a thing opens into its messages. */
export function SendGroups({ filter, children }: SendGroupsProps) {
  const [{ pageIndex, pageSize }] = useTableState()
  const query = useQuery(sendGroupsPage(filter, { pageIndex, pageSize }))
  const { data } = query
  const openText = useQueryParams().get('open')
  const groups = useMemo(() => data?.results ?? [], [data])
  const opened = useMemo(() => {
    const open = new Set(openKeys(openText))
    return groups.filter((group) => open.has(keyOfGroup(group)))
  }, [groups, openText])
  const answers = useQueries({ queries: opened.map(({ resource }) => sendsOfThing(filter, resource.id)) })
  const open = new Map(
    opened.map((group, index): [string, OpenGroup | 'loading' | 'failed'] => {
      const answer = answers[index]
      const page = answer?.data
      if (page !== undefined) return [keyOfGroup(group), { sends: page.rows, total: page.total ?? page.rows.length }]
      return [keyOfGroup(group), answer?.isError === true ? 'failed' : 'loading']
    }),
  )
  const source = usePagedList({
    reading: queryReading(query),
    columns,
    page: data && { rows: sendRows(groups, open), total: data.total },
    keyOf,
    read: async ({ offset, limit }, signal) => {
      const { results, total } = await readGroups(filter, { pageIndex: offset / limit, pageSize: limit }, signal)
      return { rows: sendRows(results, noneOpen), total }
    },
    usual: null,
  })
  return (
    <ListPage
      title="Notifications"
      above={<NotificationTabs selected={routes.notifications} />}
      table="notification-groups"
      label="Notifications"
      source={source}
      keyOf={keyOf}
      filters={<SendFilters filter={filter} />}
      facts={data === undefined ? [] : factsOf(data.total, data.counts)}
      tools={<Grouping isGrouped />}
      nothing={<NoSends />}
    >
      {children}
    </ListPage>
  )
}
