import type { Sorting } from '#client/lib/address/table-state.ts'

/** Ascending, descending, default. Null is the default order, `usual` if the list has one by a column. */
export const nextSorting = (id: string, sorting: Sorting | null, usual: Sorting | null): Sorting | null => {
  const next = sorting?.id !== id ? { id, desc: false } : sorting.desc ? null : { id, desc: true }
  if (next === null) return usual?.id === id && usual.desc ? { id, desc: false } : null
  return usual?.id === id && usual.desc === next.desc ? null : next
}
