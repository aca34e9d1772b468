import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#shared/primitives/format-count.ts'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { SilencedRows } from '#client/domain/notifications/silenced-rows.tsx'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { useQueriedList } from '#client/ui/table/queried-list.ts'
import {
  byType,
  catalogKey,
  healthCount,
  itemsQuery,
  listItems,
  type CatalogFilter,
  type ListedItem,
} from './catalog-api.ts'
import { isNarrowed, toViewState } from './catalog-filter.ts'
import { itemColumns } from './item-columns.tsx'
import { NoItems } from './no-items.tsx'

const getId = ({ id }: ListedItem) => id

const useFacts = (filter: CatalogFilter, total: number | null): readonly string[] => {
  const { data: unhealthy } = useQuery(healthCount(filter, 'unhealthy'))
  const { data: warning } = useQuery(healthCount(filter, 'warning'))
  if (total === null) return []
  return [
    ...countFact(total, 'item', 'items'),
    ...(unhealthy ? [`${formatCount(unhealthy)} unhealthy`] : []),
    ...(warning ? [`${formatCount(warning)} warning`] : []),
  ]
}

export function ItemList({ filter, filters }: { readonly filter: CatalogFilter; readonly filters: React.ReactNode }) {
  const source = useQueriedList({
    queryKey: [...catalogKey, 'page', itemsQuery(filter)],
    columns: itemColumns,
    getKey: getId,
    read: (range, signal) => listItems(filter, range, signal),
    usual: byType,
  })
  return (
    <ListFrame
      table="catalog"
      label="Config items"
      source={source}
      getKey={getId}
      filters={filters}
      facts={useFacts(filter, source.total)}
      apiPath={`/api/db/configs?${new URLSearchParams(itemsQuery(filter)).toString()}`}
      state={toViewState(filter)}
      nothing={<NoItems isFiltered={isNarrowed(filter)} />}
    >
      <SilencedRows />
    </ListFrame>
  )
}
