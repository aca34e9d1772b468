import { useQuery } from '@tanstack/react-query'
import type { ListedItem } from '#client/features/catalog/catalog-api.ts'
import { itemColumns } from '#client/features/catalog/item-columns.tsx'
import { serverPageSizes } from '#client/lib/address/page-sizes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { Pager } from '#client/ui/table/pager.tsx'
import { relatedPage, type RelatedFilter, type Relation } from './related-api.ts'

interface RelatedTableProps {
  readonly id: string
  readonly relation: Relation
  readonly filter: RelatedFilter
  readonly empty: React.ReactNode
}

const idOf = ({ id }: ListedItem) => id

/** What is related to an item as a list, in the backend's pages. */
export function RelatedTable({ id, relation, filter, empty }: RelatedTableProps) {
  const [{ pageIndex, pageSize }, changeTable] = useTableState()
  const page = { offset: pageIndex * pageSize, limit: pageSize }
  const { data, error, isPending, refetch } = useQuery(relatedPage(id, relation, filter, page))
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <DataTable
        table="catalog"
        label="Related items"
        columns={itemColumns}
        rows={data?.rows ?? []}
        keyOf={idOf}
        loading={isPending && error === null}
        empty={error === null ? empty : null}
      />
      {data === undefined || data.total === null || data.total <= pageSize ? null : (
        <Pager
          pageIndex={pageIndex}
          pageSize={pageSize}
          pageSizes={serverPageSizes}
          total={data.total}
          onPage={(index) => changeTable({ pageIndex: index })}
          onPageSize={(size) => changeTable({ pageSize: size })}
        />
      )}
    </>
  )
}
