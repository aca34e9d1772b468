import { useQuery } from '@tanstack/react-query'
import { useTableState } from '#client/lib/address/table-state.ts'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { queryReading } from '#client/ui/table/list-reading.tsx'
import { rangeOf, usePagedList } from '#client/ui/table/list-source.ts'
import {
  byType,
  healthCount,
  itemsPage,
  itemsQuery,
  listItems,
  type CatalogFilter,
  type ListedItem,
} from './catalog-api.ts'
import { isNarrowed, viewStateOf } from './catalog-filter.ts'
import { itemColumns } from './item-columns.tsx'
import { NoItems } from './no-items.tsx'

const idOf = ({ id }: ListedItem) => id
const count = (amount: number) => amount.toLocaleString('en')

const useFacts = (filter: CatalogFilter, total: number | null): readonly string[] => {
  const { data: unhealthy } = useQuery(healthCount(filter, 'unhealthy'))
  const { data: warning } = useQuery(healthCount(filter, 'warning'))
  if (total === null) return []
  return [
    ...countFact(total, 'item', 'items'),
    ...(unhealthy ? [`${count(unhealthy)} unhealthy`] : []),
    ...(warning ? [`${count(warning)} warning`] : []),
  ]
}

/** The items that match, page by page (ledger CAT-01, CAT-05). */
export function ItemList({ filter, filters }: { readonly filter: CatalogFilter; readonly filters: React.ReactNode }) {
  const [table] = useTableState()
  const query = useQuery(itemsPage(filter, rangeOf(table)))
  const source = usePagedList({
    reading: queryReading(query),
    columns: itemColumns,
    page: query.data,
    keyOf: idOf,
    read: (range, signal) => listItems(filter, range, signal),
    usual: byType,
  })
  return (
    <ListFrame
      table="catalog"
      label="Config items"
      source={source}
      keyOf={idOf}
      filters={filters}
      facts={useFacts(filter, source.total)}
      apiPath={`/api/db/configs?${new URLSearchParams(itemsQuery(filter)).toString()}`}
      state={viewStateOf(filter)}
      nothing={<NoItems isFiltered={isNarrowed(filter)} />}
    />
  )
}
