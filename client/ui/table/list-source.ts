import { useTableState, type Sorting, type TableState } from '#client/lib/address/table-state.ts'
import { listInPages, wholeList, type ListPage, type ListPages, type Range } from './list-pages.ts'
import type { ListReading } from './list-reading.tsx'
import type { ListColumn } from './list-column.ts'
import { hasOrder, isSortedHere, pageSortedHere } from './sorted-here.ts'
import { inOrder } from './text-column.ts'

export interface ListSource<R> {
  readonly reading: ListReading
  readonly columns: readonly ListColumn<R>[]
  readonly rows: readonly R[]
  readonly pages: ListPages<R>
  readonly total: number | null
  readonly sorting: Sorting | null
  /** The order without a chosen one. */
  readonly usual: Sorting | null
  /** Null for a list on one page. `total` is the number of rows that can be paged through. */
  readonly paging: (Pick<TableState, 'pageIndex' | 'pageSize'> & { readonly total: number | null }) | null
  readonly orderNote: string | null
  readonly onState: (change: Partial<TableState>) => void
}

interface WholeListOptions<R> {
  readonly reading: ListReading
  readonly columns: readonly ListColumn<R>[]
  readonly rows: readonly R[]
  readonly usual?: Sorting
  readonly inUsualOrder?: (rows: readonly R[]) => readonly R[]
}

const withOrder = <R>(column: ListColumn<R>): ListColumn<R> =>
  hasOrder(column) ? { ...column, isSortable: true } : column

export const useWholeList = <R>(options: WholeListOptions<R>): ListSource<R> => {
  const { reading, columns, rows, usual, inUsualOrder } = options
  const [{ sorting }, onState] = useTableState()
  const order = sorting ?? usual
  const shown =
    sorting === null && inUsualOrder !== undefined
      ? inUsualOrder(rows)
      : order === undefined
        ? rows
        : inOrder(rows, columns, sorting, usual ?? order)
  return {
    reading,
    columns: columns.map(withOrder),
    rows: shown,
    pages: wholeList(shown),
    total: reading.isLoading ? null : shown.length,
    sorting: order ?? null,
    usual: usual ?? null,
    paging: null,
    orderNote: null,
    onState,
  }
}

export const readAtOnce = 500

export const toRowRange = ({ pageIndex, pageSize }: Pick<TableState, 'pageIndex' | 'pageSize'>): Range => ({
  offset: pageIndex * pageSize,
  limit: pageSize,
})

interface PagedListOptions<R> {
  readonly reading: ListReading
  readonly columns: readonly ListColumn<R>[]
  readonly page: ListPage<R> | undefined
  readonly getKey: (row: R) => string
  readonly read: (range: Range, signal: AbortSignal) => Promise<ListPage<R>>
  readonly usual: Sorting | null
  readonly mostRows?: number
  readonly usualPageSize?: number | undefined
}

export const usePagedList = <R>(options: PagedListOptions<R>): ListSource<R> => {
  const { reading, columns, page, getKey, read, usual, usualPageSize, mostRows = Infinity } = options
  const [{ sorting, ...table }, onState] = useTableState(null, usualPageSize)
  const paging = { ...table, pageSize: Math.min(table.pageSize, mostRows) }
  const inPages = listInPages(Math.min(readAtOnce, mostRows), getKey, read)
  const { rows = [], total = null } = page ?? {}
  const order = sorting ?? usual
  const shared = { reading, columns: columns.map(withOrder), total, sorting: order, usual, onState }
  if (order === null || !isSortedHere(columns, order))
    return { ...shared, rows, pages: inPages, paging: { ...paging, total }, orderNote: null }
  const here = pageSortedHere({ rows, total }, columns, order, toRowRange(paging))
  return {
    ...shared,
    rows: here.rows,
    pages: here.note === null ? wholeList(here.sorted) : inPages,
    paging: { ...paging, total: page === undefined ? null : here.sorted.length },
    orderNote: here.note,
  }
}
