import { useTableState, type Sorting, type TableState } from '#client/lib/address/table-state.ts'
import { listInPages, wholeList, type ListPage, type ListPages } from './list-pages.ts'
import type { ListReading } from './list-reading.tsx'
import type { Column } from './data-table.tsx'
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
  /** Null where the rows stand on one page. */
  readonly paging: Pick<TableState, 'pageIndex' | 'pageSize'> | null
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

const withOrder = <R>(column: Column<R>): Column<R> =>
  column.text === undefined || column.title === '' ? column : { ...column, isSortable: true }

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
    onState,
  }
}

/** How many rows of a list the backend is asked for at a time when all of it is read. */
const readAtOnce = 500

interface Range {
  readonly offset: number
  readonly limit: number
}

/** Which rows of a list a page of it shows. */
export const rangeOf = ({ pageIndex, pageSize }: TableState): Range => ({
  offset: pageIndex * pageSize,
  limit: pageSize,
})

interface PagedListOptions<R> {
  readonly reading: ListReading
  readonly columns: readonly Column<R>[]
  /** The page that is shown; undefined until it is there. */
  readonly page: ListPage<R> | undefined
  readonly keyOf: (row: R) => string
  readonly read: (range: Range, signal: AbortSignal) => Promise<ListPage<R>>
  /** The order until somebody asks for another; null where no column says it. */
  readonly usual: Sorting | null
  /** As many as the backend gives at once, where the person may want more. */
  readonly mostRows?: number
}

/** A list that the backend filters, sorts and pages. */
export const usePagedList = <R>(options: PagedListOptions<R>): ListSource<R> => {
  const { reading, columns, page, keyOf, read, usual, mostRows = Infinity } = options
  const [{ sorting, pageIndex, pageSize }, onState] = useTableState()
  return {
    reading,
    columns,
    rows: page?.rows ?? [],
    pages: listInPages(Math.min(readAtOnce, mostRows), keyOf, read),
    total: page?.total ?? null,
    sorting: sorting ?? usual,
    paging: { pageIndex, pageSize: Math.min(pageSize, mostRows) },
    onState,
  }
}
