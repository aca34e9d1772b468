import { useTableState, type Sorting, type TableState } from '#client/lib/address/table-state.ts'
import { listInPages, wholeList, type ListPage, type ListPages, type Range } from './list-pages.ts'
import type { ListReading } from './list-reading.tsx'
import type { Column } from './data-table.tsx'
import { hasOrder, isSortedHere, pageSortedHere } from './sorted-here.ts'
import { inOrder } from './text-column.ts'

/** The rows that a list shows, in its order, and how it is put in another. */
export interface ListSource<R> {
  readonly reading: ListReading
  readonly columns: readonly Column<R>[]
  readonly rows: readonly R[]
  /** All that match, on however many pages. */
  readonly pages: ListPages<R>
  /** How many match in all; null until that is known. */
  readonly total: number | null
  /** The order that the head shows; null where no column says it. */
  readonly sorting: Sorting | null
  /** Null where the rows stand on one page; `total` is how many rows its pages lead to. */
  readonly paging: (Pick<TableState, 'pageIndex' | 'pageSize'> & { readonly total: number | null }) | null
  /** Which rows the order leaves out; null where it is that of all. */
  readonly orderNote: string | null
  readonly onState: (change: Partial<TableState>) => void
}

interface WholeListOptions<R> {
  readonly reading: ListReading
  readonly columns: readonly Column<R>[]
  /** Those that match, in any order. */
  readonly rows: readonly R[]
  /** The order until somebody asks for another, and of rows that are alike there. */
  readonly usual?: Sorting
  /** The order until somebody asks for another, where no column says it. */
  readonly inUsualOrder?: (rows: readonly R[]) => readonly R[]
}

const withOrder = <R>(column: Column<R>): Column<R> => (hasOrder(column) ? { ...column, isSortable: true } : column)

/** A list that the page has whole: sorted here, by every column that says something. */
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
    paging: null,
    orderNote: null,
    onState,
  }
}

/** How many rows of a list the backend is asked for at a time when all of it is read. */
export const readAtOnce = 500

/** Which rows of a list a page of it shows. */
export const toRowRange = ({ pageIndex, pageSize }: Pick<TableState, 'pageIndex' | 'pageSize'>): Range => ({
  offset: pageIndex * pageSize,
  limit: pageSize,
})

interface PagedListOptions<R> {
  readonly reading: ListReading
  /** Those that say they are sortable are sorted by the backend, the others by the page. */
  readonly columns: readonly Column<R>[]
  /** The page that is shown, or where it `isSortedHere` all rows from the first on; undefined until it is there. */
  readonly page: ListPage<R> | undefined
  readonly getKey: (row: R) => string
  readonly read: (range: Range, signal: AbortSignal) => Promise<ListPage<R>>
  /** The order until somebody asks for another; null where no column says it. */
  readonly usual: Sorting | null
  /** As many as the backend gives at once, where the person may want more. */
  readonly mostRows?: number
}

/** A list that the backend filters, pages and sorts, by what it can; by the rest the page does. */
export const usePagedList = <R>(options: PagedListOptions<R>): ListSource<R> => {
  const { reading, columns, page, getKey, read, usual, mostRows = Infinity } = options
  const [{ sorting, ...table }, onState] = useTableState()
  const paging = { ...table, pageSize: Math.min(table.pageSize, mostRows) }
  const inPages = listInPages(Math.min(readAtOnce, mostRows), getKey, read)
  const { rows = [], total = null } = page ?? {}
  const shared = { reading, columns: columns.map(withOrder), total, sorting: sorting ?? usual, onState }
  if (sorting === null || !isSortedHere(columns, sorting))
    return { ...shared, rows, pages: inPages, paging: { ...paging, total }, orderNote: null }
  const here = pageSortedHere({ rows, total }, columns, sorting, toRowRange(paging))
  return {
    ...shared,
    rows: here.rows,
    pages: here.note === null ? wholeList(here.sorted) : inPages,
    paging: { ...paging, total: page === undefined ? null : here.sorted.length },
    orderNote: here.note,
  }
}
