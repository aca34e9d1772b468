import { useQuery } from '@tanstack/react-query'
import { byType, type ListedItem } from '#client/features/catalog/catalog-api.ts'
import { itemColumns } from '#client/features/catalog/item-columns.tsx'
import { useTableState } from '#client/lib/address/table-state.ts'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { queryReading } from '#client/ui/table/list-reading.tsx'
import { rangeOf, usePagedList } from '#client/ui/table/list-source.ts'
import { listRelated, relatedPage, relatedQuery, type RelatedFilter, type Relation } from './related-api.ts'

interface RelatedTableProps {
  readonly id: string
  readonly relation: Relation
  readonly filter: RelatedFilter
  readonly empty: React.ReactNode
}

const idOf = ({ id }: ListedItem) => id

/** What is related to an item as a list, in the backend's pages. */
export function RelatedTable({ id, relation, filter, empty }: RelatedTableProps) {
  const [table] = useTableState()
  const asked = relatedQuery(id, relation, filter, table.sorting)
  const query = useQuery(relatedPage(asked, rangeOf(table)))
  const source = usePagedList({
    reading: queryReading(query),
    columns: itemColumns,
    page: query.data,
    keyOf: idOf,
    read: (range, signal) => listRelated(asked, range, signal),
    usual: byType,
  })
  return <ListFrame table="catalog" label="Related items" source={source} keyOf={idOf} facts={[]} nothing={empty} />
}
