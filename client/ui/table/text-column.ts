import { compareValues, type SortValue } from '#shared/sorting/sort-value.ts'
import type { Sorting } from '#client/lib/address/table-state.ts'
import type { ListColumn } from './list-column.ts'

export type TextColumn<R> = Pick<ListColumn<R>, 'id' | 'title'> & { readonly text: (row: R) => SortValue }

export const textColumns = <R>(
  columns: readonly Pick<ListColumn<R>, 'id' | 'title' | 'text' | 'unit'>[],
): readonly TextColumn<R>[] =>
  columns.flatMap(({ id, title, text, unit }) =>
    text === undefined ? [] : [{ id, title: unit === undefined ? title : `${title} (${unit})`, text }],
  )

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
