import { formatCount } from '#shared/primitives/format-count.ts'
import type { Sorting } from '#client/lib/address/table-state.ts'
import type { ListColumn } from './list-column.ts'
import type { ListPage, Range } from './list-pages.ts'
import { inOrder } from './text-column.ts'

type SortColumn<R> = Pick<ListColumn<R>, 'id' | 'title' | 'text' | 'sortsBy'> & { readonly isSortable?: boolean }

export const hasOrder = ({ text, title }: Pick<ListColumn<never>, 'text' | 'title'>): boolean =>
  text !== undefined && title !== ''

export const isSortedHere = <R>(columns: readonly SortColumn<R>[], sorting: Sorting | null): boolean =>
  columns.some((column) => column.id === sorting?.id && column.isSortable !== true && hasOrder(column))

interface SortedPage<R> {
  readonly rows: readonly R[]
  readonly sorted: readonly R[]
  readonly note: string | null
}

export const pageSortedHere = <R>(
  { rows, total }: ListPage<R>,
  columns: readonly SortColumn<R>[],
  sorting: Sorting,
  { offset, limit }: Range,
): SortedPage<R> => {
  const sorted = inOrder(rows, columns, sorting, sorting)
  const isWhole = total === null || total <= sorted.length
  return {
    rows: sorted.slice(offset, offset + limit),
    sorted,
    note: isWhole ? null : `sorted among the first ${formatCount(sorted.length)}`,
  }
}
