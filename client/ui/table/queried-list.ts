import { useQuery } from '@tanstack/react-query'
import { useTableState, type Sorting } from '#client/lib/address/table-state.ts'
import type { ListColumn } from './list-column.ts'
import type { ListPage, Range } from './list-pages.ts'
import { queryReading } from './list-reading.tsx'
import { toRowRange, readAtOnce, usePagedList, type ListSource } from './list-source.ts'
import { isSortedHere } from './sorted-here.ts'

interface QueriedListOptions<R, P extends ListPage<R>> {
  readonly queryKey: readonly unknown[]
  readonly columns: readonly ListColumn<R>[]
  readonly getKey: (row: R) => string
  readonly read: (range: Range, signal: AbortSignal) => Promise<P>
  readonly usual: Sorting | null
  readonly failsAloud?: boolean
  readonly usualPageSize?: number
}

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

/** Keeps the previous page until the next one has loaded. `loadedAtMs` is 0 before the first response. */
export const useQueriedList = <R, P extends ListPage<R>>(
  options: QueriedListOptions<R, P & ListPage<R>>,
): ListSource<R> & { readonly response: P | undefined; readonly loadedAtMs: number } => {
  const { queryKey, columns, getKey, read, usual, usualPageSize, failsAloud = false } = options
  const [{ sorting, ...table }] = useTableState(null, usualPageSize)
  const isAll = isSortedHere(columns, sorting ?? usual)
  const range = toRowRange(table)
  const query = useQuery({
    queryKey: isAll ? [...queryKey, 'all'] : [...queryKey, range],
    queryFn: ({ signal }): Promise<P & ListPage<R>> =>
      isAll ? readFirst((part) => read(part, signal)) : read(range, signal),
    placeholderData: (previous) => previous && { ...previous, rows: previous.rows.slice(0, range.limit) },
    meta: { failsAloud },
  })
  const reading = queryReading(query)
  const source = usePagedList({ reading, columns, page: query.data, getKey, read, usual, usualPageSize })
  return {
    ...source,
    orderNote: query.isPlaceholderData ? null : source.orderNote,
    response: query.data,
    loadedAtMs: query.dataUpdatedAt,
  }
}
