import { byType, type ListedItem } from '#client/features/catalog/catalog-api.ts'
import { itemColumns } from '#client/features/catalog/item-columns.tsx'
import { useTableState } from '#client/lib/address/table-state.ts'
import { SilencedRows } from '#client/domain/notifications/silenced-rows.tsx'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { useQueriedList } from '#client/ui/table/queried-list.ts'
import { listRelated, relatedKey, relatedQuery, type RelatedFilter, type Relation } from './related-api.ts'

interface RelatedTableProps {
  readonly id: string
  readonly relation: Relation
  readonly filter: RelatedFilter
  readonly empty: React.ReactElement
}

const getId = ({ id }: ListedItem) => id

export function RelatedTable({ id, relation, filter, empty }: RelatedTableProps) {
  const [{ sorting }] = useTableState()
  const query = relatedQuery(id, relation, filter, sorting)
  const source = useQueriedList({
    queryKey: [...relatedKey, 'page', query],
    columns: itemColumns,
    getKey: getId,
    read: (range, signal) => listRelated(query, range, signal),
    usual: byType,
  })
  return (
    <ListFrame table="catalog" label="Related items" source={source} getKey={getId} facts={[]} nothing={empty}>
      <SilencedRows />
    </ListFrame>
  )
}
