import { useQuery } from '@tanstack/react-query'
import { useTableState, type Sorting } from '#client/lib/address/table-state.ts'
import type { Column } from './data-table.tsx'
import type { ListPage, Range } from './list-pages.ts'
import { queryReading } from './list-reading.tsx'
import { toRowRange, readAtOnce, usePagedList, type ListSource } from './list-source.ts'
import { isSortedHere } from './sorted-here.ts'

interface QueriedListOptions<R, P extends ListPage<R>> {
  /** Names the rows that match, and the order that the backend puts them in. */
  readonly queryKey: readonly unknown[]
  /** Those that say they are sortable are sorted by the backend, the others here. */
  readonly columns: readonly Column<R>[]
  readonly getKey: (row: R) => string
  readonly read: (range: Range, signal: AbortSignal) => Promise<P>
  /** The order until somebody asks for another; null where no column says it. */
  readonly usual: Sorting | null
  /** Whether a failure is a toast as well (ledger ERR-37). */
  readonly failsAloud?: boolean
}

/** As many rows as are read to be put in an order that the backend cannot make. */
const sortedHereMost = 5_000

const readFirst = async <R, P extends ListPage<R>>(read: (range: Range) => Promise<P & ListPage<R>>): Promise<P> => {
  const first = await read({ offset: 0, limit: readAtOnce })
  const rows = [...first.rows]
  const known = Math.min(first.total ?? Infinity, sortedHereMost)
  for (let isMore = rows.length === readAtOnce; isMore && rows.length < known;) {
    const next = await read({ offset: rows.length, limit: readAtOnce })
    rows.push(...next.rows)
    isMore = next.rows.length === readAtOnce
  }
  return { ...first, rows }
}

/**
 * A list whose pages are asked for, kept until the next answer is there, and asked for again when its key is invalidated.
 * `answer` is what the backend said, of the page or of all rows that are sorted here, and `answeredAtMs` when; 0 before it did.
 */
export const useQueriedList = <R, P extends ListPage<R>>(
  options: QueriedListOptions<R, P & ListPage<R>>,
): ListSource<R> & { readonly response: P | undefined; readonly answeredAtMs: number } => {
  const { queryKey, columns, getKey, read, usual, failsAloud = false } = options
  const [{ sorting, ...table }] = useTableState()
  const isAll = isSortedHere(columns, sorting)
  const range = toRowRange(table)
  const query = useQuery({
    queryKey: isAll ? [...queryKey, 'all'] : [...queryKey, range],
    queryFn: ({ signal }): Promise<P & ListPage<R>> =>
      isAll ? readFirst((part) => read(part, signal)) : read(range, signal),
    placeholderData: (previous) => previous && { ...previous, rows: previous.rows.slice(0, range.limit) },
    meta: { failsOnPage: !failsAloud },
  })
  const source = usePagedList({ reading: queryReading(query), columns, page: query.data, getKey, read, usual })
  return {
    ...source,
    orderNote: query.isPlaceholderData ? null : source.orderNote,
    response: query.data,
    answeredAtMs: query.dataUpdatedAt,
  }
}
