import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CatalogChange } from '#shared/catalog/catalog-changes.ts'
import { changeTable } from '#shared/catalog/catalog-topics.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { Span } from '#shared/time-range/mapped-ranges.ts'
import { Preceding } from '#client/features/catalog/preceding/preceding.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { ChoiceMenu } from '#client/ui/form/choice-menu.tsx'
import { TimeRangePicker } from '#client/ui/form/time-range-picker.tsx'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { ListNothing } from '#client/ui/table/list-nothing.tsx'
import { useQueriedList } from '#client/ui/table/queried-list.ts'
import { changeColumns } from './change-columns.tsx'
import { clearChangeFilters, useChangeFilter } from './change-filter.ts'
import { ChangeFilters } from './change-filters.tsx'
import { ChangeLanes } from './change-lanes.tsx'
import { ChangePanel } from './change-panel.tsx'
import { changesKey, changesPath, changesQuery, listChanges } from './changes-api.ts'
import './changes.css'

/** One response holds at most this many. */
const drawn = 1_000
const newestFirst = { id: 'at', desc: true }
const getId = ({ id }: CatalogChange) => id

const listFacts = (total: number, changes: readonly CatalogChange[]): readonly string[] => {
  const of = (severity: string) => changes.filter((change) => change.severity === severity).length
  const items = new Set(changes.map(({ config_id: id }) => id)).size
  const [critical, high] = [of('critical'), of('high')]
  return [
    ...countFact(total, 'change', 'changes'),
    ...(total > 0 ? [formatCount(items, 'item')] : []),
    ...(critical > 0 ? [`${formatCount(critical)} critical`] : []),
    ...(high > 0 ? [`${formatCount(high)} high`] : []),
    ...(total > changes.length && changes.length > 0 ? [`showing the newest ${formatCount(changes.length)}`] : []),
  ]
}

const noMatch = {
  title: 'No changes match',
  text: 'No changes in this time range match the filters.',
  actions: <Button onClick={clearChangeFilters}>Clear filters</Button>,
}
const empty = {
  title: 'No changes in this time range',
  text: (
    <>
      Changes appear here when a scraper finds that an item changed or its source reports an event.{' '}
      <span className="not-on-walls">Choose a longer time range to see older ones.</span>
    </>
  ),
}
const lanes = [
  { value: 'item', label: 'by item' },
  { value: 'type', label: 'by type' },
] as const

const useLaneSpan = (resolve: () => Span, requestedAtMs: number): Span | undefined =>
  useMemo(() => {
    try {
      return requestedAtMs === 0 ? undefined : resolve()
    } catch {
      return undefined
    }
  }, [resolve, requestedAtMs])

interface ChangeListProps {
  readonly itemId?: string
  readonly isUnhealthy?: boolean
}

export function ChangeList({ itemId, isUnhealthy = false }: ChangeListProps) {
  const { filter, isFiltered, request, page, range, setRange, resolve } = useChangeFilter(itemId)
  const [openId, setOpenId] = useQueryState('change')
  const [laneBy, setBy] = useQueryState('lanes', 'item')
  const by = laneBy === 'type' ? 'type' : 'item'
  const { clock } = useClockFormats()
  useTableChanges(changeTable, changesKey)
  const source = useQueriedList({
    queryKey: [...changesKey, request, page.sort_by],
    columns: useMemo(() => changeColumns(setOpenId), [setOpenId]),
    getKey: getId,
    read: ({ offset, limit }, signal) => listChanges({ ...page, page: offset / limit + 1, page_size: limit }, signal),
    usual: newestFirst,
  })
  const { data: all, dataUpdatedAt } = useQuery(changesQuery({ ...request, page_size: drawn }))
  const span = useLaneSpan(resolve, dataUpdatedAt)
  const narrow = ({ from, to }: Span) =>
    setRange({
      type: 'absolute',
      display: `${clock(from.getTime())} to ${clock(to.getTime())}`,
      from: from.toISOString(),
      to: to.toISOString(),
    })
  return (
    <div className="panel-area changes" data-panel={openId === '' ? undefined : ''}>
      <div className="panel-area-main">
        {itemId !== undefined && isUnhealthy ? (
          <Preceding turned={{ itemIds: [itemId], at: null }} onOpen={({ id }) => setOpenId(id)} />
        ) : null}
        <ListFrame
          table="changes"
          label="Changes"
          source={source}
          getKey={getId}
          onRow={({ id }) => setOpenId(id)}
          selected={openId}
          filters={
            <ChangeFilters
              filter={filter}
              isFiltered={isFiltered}
              isForItem={itemId !== undefined}
              range={<TimeRangePicker range={range} onChange={setRange} />}
            />
          }
          facts={source.total === null ? [] : listFacts(source.total, all?.rows ?? [])}
          tools={<ChoiceMenu look="minimal" label="Lanes" value={by} options={lanes} onChange={setBy} />}
          apiPath={changesPath(page)}
          nothing={<ListNothing isFiltered={isFiltered} noMatch={noMatch} empty={empty} />}
        >
          {all === undefined || span === undefined ? null : (
            <ChangeLanes changes={all.rows} by={by} span={span} onSpan={narrow} />
          )}
        </ListFrame>
      </div>
      {openId === '' ? null : <ChangePanel key={openId} id={openId} onOpen={setOpenId} onClose={() => setOpenId('')} />}
    </div>
  )
}
