import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CatalogGroup } from '#shared/catalog/catalog-summary.ts'
import { readFilter, writeFilter } from '#shared/filters/filter-value.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { CatalogFilter } from '#client/features/catalog/catalog-api.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { setPreferences, usePreferences } from '#client/lib/browser/preferences.ts'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { inOrder, textColumns } from '#client/ui/table/text-column.ts'
import { CatalogWall } from './catalog-wall.tsx'
import { groupsQuery, unhealthyQuery } from './overview-api.ts'
import { overviewColumns } from './overview-columns.tsx'
import { overviewRows, usualOrder, type GroupRow, type OverviewRow } from './overview-rows.ts'

const getRowKey = ({ key }: OverviewRow) => key
const byName = { id: 'name', desc: false }

const listFacts = (groups: readonly CatalogGroup[] | undefined, groupBy: string): readonly string[] => {
  if (groups === undefined) return []
  const of = (state: string) => groups.reduce((sum, { health }) => sum + (health?.[state] ?? 0), 0)
  const items = groups.reduce((sum, group) => sum + group.count, 0)
  const [unhealthy, warning] = [of('unhealthy'), of('warning')]
  const kind = groupBy === 'type' ? 'type' : `value of ${groupBy}`
  return [
    formatCount(items, 'item'),
    `${formatCount(groups.length)} ${groups.length === 1 ? kind : kind.replace(/^(type|value)/, '$1s')}`,
    ...(unhealthy > 0 ? [`${formatCount(unhealthy)} unhealthy`] : []),
    ...(warning > 0 ? [`${formatCount(warning)} warning`] : []),
  ]
}

const useFavourites = () => {
  const favourites = usePreferences(({ catalogFavourites }) => catalogFavourites)
  return {
    favourites: useMemo(() => new Set(favourites), [favourites]),
    toggle: ({ key, isFavourite }: GroupRow) =>
      setPreferences({
        catalogFavourites: isFavourite ? favourites.filter((each) => each !== key) : [...favourites, key],
      }),
  }
}

const useFolded = () => {
  const [written, write] = useQueryState('groups')
  const folded = useMemo(() => readFilter(written), [written])
  return {
    folded: useMemo(() => new Map([...folded].map(([key, state]) => [key, state === 1])), [folded]),
    fold: ({ key, isOpen }: GroupRow) => write(writeFilter(new Map([...folded, [key, isOpen ? -1 : 1]]))),
  }
}

interface CatalogOverviewProps {
  readonly groupBy: string
  readonly filter: CatalogFilter
  readonly filters: React.ReactNode
  readonly empty: React.ReactNode
}

export function CatalogOverview({ groupBy, filter, filters, empty }: CatalogOverviewProps) {
  const { data: groups, error, isPending, refetch } = useQuery(groupsQuery(groupBy, filter))
  const { data: unhealthy = [] } = useQuery(unhealthyQuery(filter))
  const [{ sorting }, changeTable] = useTableState()
  const { favourites, toggle } = useFavourites()
  const isWall = useIsWall(routes.catalog)
  const { folded, fold } = useFolded()
  const columns = overviewColumns({ groupBy, onFold: fold, onFavourite: toggle })
  const rows = overviewRows({
    groupBy,
    groups: groups ?? [],
    unhealthy,
    folded,
    favourites,
    inOrder: (each) => (sorting === null ? usualOrder(each) : inOrder(each, columns, sorting, byName)),
  })
  return (
    <>
      <ListHead
        filters={filters}
        facts={listFacts(groups, groupBy)}
        tools={
          <ListTools
            table="catalog overview"
            columns={columns}
            texts={textColumns(columns)}
            pages={wholeList(rows.filter((row) => row.kind === 'group'))}
          />
        }
      />
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {isWall && groups !== undefined ? (
        <CatalogWall rows={rows} unhealthy={unhealthy} />
      ) : (
        <DataTable
          table="catalog overview"
          label="Catalog by group"
          columns={columns}
          rows={rows}
          getKey={getRowKey}
          loading={isPending && error === null}
          sorting={sorting}
          onSort={(next) => changeTable({ sorting: next })}
          empty={error === null ? empty : null}
        />
      )}
    </>
  )
}
