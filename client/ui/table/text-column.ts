import { compareValues, type SortValue } from '#shared/sorting/sort-value.ts'
import type { Sorting } from '#client/lib/address/table-state.ts'
import type { ListColumn } from './list-column.ts'

/** What one column of a list says in words and numbers, for what leaves the page. */
export type TextColumn<R> = Pick<ListColumn<R>, 'id' | 'title'> & { readonly text: (row: R) => SortValue }

/** The columns that say something, in their order: one that only draws, such as a row of buttons, says nothing. */
export const textColumns = <R>(
  columns: readonly Pick<ListColumn<R>, 'id' | 'title' | 'text' | 'unit'>[],
): readonly TextColumn<R>[] =>
  columns.flatMap(({ id, title, text, unit }) =>
    text === undefined ? [] : [{ id, title: unit === undefined ? title : `${title} (${unit})`, text }],
  )

/**
 * Rows in the order of a column; without one, or by a column that the list does not have, in that of `usual`. Rows that are
 * alike there stand in the usual order as well.
 */
export const inOrder = <R>(
  rows: readonly R[],
  columns: readonly Pick<ListColumn<R>, 'id' | 'text' | 'sortsBy'>[],
  sorting: Sorting | null,
  usual: Sorting,
): readonly R[] => {
  const toValueGetter = (by: Sorting) => {
    const column = columns.find(({ id }) => id === by.id)
    return column?.sortsBy ?? column?.text
  }
  const [first, second] = [sorting === null ? undefined : toValueGetter(sorting), toValueGetter(usual)]
  const compare = (value: typeof first, a: R, b: R, desc: boolean) =>
    value === undefined ? 0 : compareValues(value(a), value(b), desc)
  return rows.toSorted((a, b) => compare(first, a, b, sorting?.desc ?? false) || compare(second, a, b, usual.desc))
}
