import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatCount } from '#shared/primitives/format-count.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { changeQuery, useQueryParams, writeParam, setParam } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { useQueriedList } from '#client/ui/table/queried-list.ts'
import { NotificationTabs } from '#client/features/notifications/notification-tabs.tsx'
import { sendGroupColumns, toWallColumns } from './send-group-columns.tsx'
import { groupKey, sendRows, type OpenGroup, type SendRow } from './send-group-rows.ts'
import { groupsKey, readGroups } from './send-groups-api.ts'
import { Grouping, describeNoSends, SendFilters } from './send-list-parts.tsx'
import { resourceSendsQuery, type SendFilter } from './sends-api.ts'

const getKey = ({ key }: SendRow) => key
const noneOpen: ReadonlyMap<string, OpenGroup> = new Map()

const openKeys = (text: string | null): readonly string[] => (text ?? '').split(',').filter((key) => key !== '')

const toggle = (key: string) =>
  changeQuery((params) => {
    const open = openKeys(params.get('open'))
    const next = open.includes(key) ? open.filter((each) => each !== key) : [...open, key]
    writeParam(params, 'open', next.join(','))
  })

const deskColumns = sendGroupColumns({
  onToggle: toggle,
  onOpen: (id) => setParam('send', id),
})

const wallColumns = toWallColumns(deskColumns)

interface Counts {
  readonly sends: number
  readonly error: number
  readonly in_progress: number
  readonly suppressed: number
}

const listFacts = (resourceCount: number, counts: Counts): readonly string[] => [
  formatCount(counts.sends, 'send'),
  `about ${formatCount(resourceCount, 'resource')}`,
  ...(counts.error === 0 ? [] : [`${formatCount(counts.error)} not delivered`]),
  ...(counts.in_progress === 0 ? [] : [`${formatCount(counts.in_progress)} waiting`]),
  ...(counts.suppressed === 0 ? [] : [`${formatCount(counts.suppressed)} suppressed`]),
]

interface SendGroupsProps {
  readonly filter: SendFilter
  readonly children: React.ReactNode
}

export function SendGroups({ filter, children }: SendGroupsProps) {
  const listed = useQueriedList({
    queryKey: groupsKey(filter),
    columns: useIsWall(routes.notifications) ? wallColumns : deskColumns,
    getKey,
    read: async ({ offset, limit }, signal) => {
      const { results, ...response } = await readGroups(filter, { pageIndex: offset / limit, pageSize: limit }, signal)
      return { ...response, rows: sendRows(results, noneOpen) }
    },
    usual: null,
  })
  const { response } = listed
  const openText = useQueryParams().get('open')
  const groups = useMemo(() => listed.rows.flatMap((row) => (row.kind === 'group' ? [row.group] : [])), [listed.rows])
  const opened = useMemo(() => {
    const open = new Set(openKeys(openText))
    return groups.filter((group) => open.has(groupKey(group)))
  }, [groups, openText])
  const queries = useQueries({ queries: opened.map(({ resource }) => resourceSendsQuery(filter, resource.id)) })
  const open = new Map(
    opened.map((group, index): [string, OpenGroup | 'loading' | 'failed'] => {
      const sends = queries[index]
      const page = sends?.data
      if (page !== undefined) return [groupKey(group), { sends: page.rows, total: page.total ?? page.rows.length }]
      return [groupKey(group), sends?.isError === true ? 'failed' : 'loading']
    }),
  )
  return (
    <ListPage
      title="Notifications"
      above={<NotificationTabs selected={routes.notifications} />}
      table="notification-groups"
      label="Notifications"
      source={{ ...listed, rows: sendRows(groups, open) }}
      getKey={getKey}
      filters={<SendFilters filter={filter} />}
      facts={response === undefined ? [] : listFacts(response.total, response.counts)}
      tools={<Grouping isGrouped />}
      nothing={describeNoSends(filter)}
    >
      {children}
    </ListPage>
  )
}
