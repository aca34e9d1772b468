import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CatalogChange } from '#shared/catalog/catalog-changes.ts'
import { changeTable } from '#shared/catalog/catalog-topics.ts'
import type { Span } from '#shared/time-range/mapped-ranges.ts'
import { Preceding } from '#client/features/catalog/preceding/preceding.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { TimeRangePicker } from '#client/ui/form/time-range-picker.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { listInPages } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { PagedTable } from '#client/ui/table/paged-table.tsx'
import { textColumns } from '#client/ui/table/text-column.ts'
import { changeColumns } from './change-columns.tsx'
import { clearChangeFilters, useChangeFilter } from './change-filter.ts'
import { ChangeFilters } from './change-filters.tsx'
import { ChangeLanes } from './change-lanes.tsx'
import { ChangePanel } from './change-panel.tsx'
import { changesKey, changesPath, changesQuery, listChanges, type WholeChange } from './changes-api.ts'
import './changes.css'

/** As many as one answer holds. */
const drawn = 1_000
const exportedAtOnce = 500
const newestFirst = { id: 'at', desc: true }
const idOf = ({ id }: CatalogChange) => id
const count = (amount: number) => amount.toLocaleString('en')

const factsOf = (total: number, changes: readonly CatalogChange[]): readonly string[] => {
  const of = (severity: string) => changes.filter((change) => change.severity === severity).length
  const items = new Set(changes.map(({ config_id: id }) => id)).size
  const [critical, high] = [of('critical'), of('high')]
  return [
    `${count(total)} ${total === 1 ? 'change' : 'changes'}`,
    ...(total > 0 ? [`${count(items)} ${items === 1 ? 'item' : 'items'}`] : []),
    ...(critical > 0 ? [`${count(critical)} critical`] : []),
    ...(high > 0 ? [`${count(high)} high`] : []),
    ...(total > changes.length && changes.length > 0 ? [`the newest ${count(changes.length)} are drawn`] : []),
  ]
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No changes match" actions={<Button onClick={clearChangeFilters}>Clear filters</Button>}>
      <p>No change of this time matches the filters above.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No changes in this time">
      <p>
        When a scraper finds an item another than before, or its source tells what happened, it appears here. Choose a
        longer time to see older ones.
      </p>
    </EmptyState>
  )
}

/** The span that the lanes are drawn over: that of the range, when its changes were asked for. */
const useLaneSpan = (resolve: () => Span, askedAtMs: number): Span | undefined =>
  useMemo(() => {
    try {
      return askedAtMs === 0 ? undefined : resolve()
    } catch {
      return undefined
    }
  }, [resolve, askedAtMs])

interface ChangeListProps {
  readonly itemId?: string
  /** What preceded is told of an item that is not well. */
  readonly isTroubled?: boolean
  /** What can be done with the change that is open. */
  readonly actionsOf?: ((change: WholeChange) => React.ReactNode) | undefined
}

/** What happened, over the catalog or to one item and what is around it: when, to what, and how much it matters (ledger CAT-07). */
export function ChangeList({ itemId, isTroubled = false, actionsOf }: ChangeListProps) {
  const { filter, isFiltered, asked, page, table, setTable, range, setRange, resolve } = useChangeFilter(itemId)
  const [openId, setOpenId] = useQueryState('change')
  const [by, setBy] = useQueryState('lanes', 'item')
  const { clock } = useClockFormats()
  const columns = useMemo(() => changeColumns(setOpenId), [setOpenId])
  useTableChanges(changeTable, changesKey)
  const { data, error, isPending, refetch } = useQuery(changesQuery(page))
  const { data: all, dataUpdatedAt } = useQuery(changesQuery({ ...asked, page_size: drawn }))
  const span = useLaneSpan(resolve, dataUpdatedAt)
  const total = data?.total ?? null
  const narrow = ({ from, to }: Span) =>
    setRange({
      type: 'absolute',
      display: `${clock(from.getTime())} to ${clock(to.getTime())}`,
      from: from.toISOString(),
      to: to.toISOString(),
    })
  return (
    <div className="changes" data-panel={openId === '' ? undefined : ''}>
      <div className="changes-main">
        {itemId !== undefined && isTroubled ? (
          <Preceding turned={{ itemIds: [itemId], at: null }} onOpen={({ id }) => setOpenId(id)} />
        ) : null}
        <ListHead
          filters={
            <ChangeFilters
              filter={filter}
              isFiltered={isFiltered}
              isOfItem={itemId !== undefined}
              range={<TimeRangePicker range={range} onChange={setRange} />}
            />
          }
          facts={total === null ? [] : factsOf(total, all?.rows ?? [])}
          tools={
            <>
              <Select
                label="Lanes"
                value={by === 'type' ? 'type' : 'item'}
                options={[
                  { value: 'item', label: 'Lane by item' },
                  { value: 'type', label: 'Lane by type' },
                ]}
                onChange={setBy}
              />
              <ListTools
                table="changes"
                columns={columns}
                texts={textColumns(columns)}
                pages={listInPages(exportedAtOnce, idOf, ({ offset, limit }, signal) =>
                  listChanges({ ...page, page: offset / limit + 1, page_size: limit }, signal),
                )}
                apiPath={changesPath(page)}
              />
            </>
          }
        />
        {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {all === undefined || span === undefined ? null : (
          <ChangeLanes changes={all.rows} by={by === 'type' ? 'type' : 'item'} span={span} onSpan={narrow} />
        )}
        <PagedTable
          table="changes"
          label="Changes"
          columns={columns}
          rows={data?.rows ?? []}
          keyOf={idOf}
          loading={isPending && error === null}
          sorting={table.sorting ?? newestFirst}
          total={total}
          state={table}
          onState={setTable}
          onRow={({ id }) => setOpenId(id)}
          selected={openId}
          empty={error === null ? <Nothing isFiltered={isFiltered} /> : null}
        />
      </div>
      {openId === '' ? null : (
        <ChangePanel id={openId} actionsOf={actionsOf} onOpen={setOpenId} onClose={() => setOpenId('')} />
      )}
    </div>
  )
}
