import { serverPageSizes } from '#client/lib/address/page-sizes.ts'
import type { TableState } from '#client/lib/address/table-state.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { Pager } from './pager.tsx'

interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'onSort'> {
  /** How many rows match in all; null until that is known. */
  readonly total: number | null
  readonly state: TableState
  readonly onState: (change: Partial<TableState>) => void
}

/** One page of a list that the backend filters, sorts and pages, with what leads to the others where there are any. */
export function PagedTable<Row>({ total, state: { pageIndex, pageSize }, onState, ...table }: PagedTableProps<Row>) {
  return (
    <>
      <DataTable {...table} onSort={(sorting) => onState({ sorting })} />
      {total === null || total <= pageSize ? null : (
        <Pager
          pageIndex={pageIndex}
          pageSize={pageSize}
          pageSizes={serverPageSizes}
          total={total}
          onPage={(index) => onState({ pageIndex: index })}
          onPageSize={(size) => onState({ pageSize: size })}
        />
      )}
    </>
  )
}
