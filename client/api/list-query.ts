import type { Sorting } from '#client/lib/address/table-state.ts'

type Columns = Readonly<Record<string, string>>

export const quoteValue = (value: string): string => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`

export const quoteList = (values: readonly string[]): string => `(${values.map(quoteValue).join(',')})`

const plainId = /^[\w.:-]{1,100}$/

/** Leaves out values that are not IDs: one long text would make the address too long for all others. */
export const idList = (ids: Iterable<string>): string => `in.(${[...ids].filter((id) => plainId.test(id)).join(',')})`

/** The text that `search` looks for: patterns cannot contain these characters. */
export const toPattern = (search: string): string => search.trim().replaceAll(/["\\*]/g, '')

/** Conditions of which one must hold; none for an empty search. */
export const searchConditions = (search: string, columns: readonly string[]): readonly string[] => {
  const pattern = toPattern(search)
  return pattern === '' ? [] : columns.map((column) => `${column}.ilike."*${pattern}*"`)
}

export const searchQuery = (search: string, columns: readonly string[]): { readonly or?: string } => {
  const conditions = searchConditions(search, columns)
  return conditions.length === 0 ? {} : { or: `(${conditions.join(',')})` }
}

/** Undefined if the list is not sorted by one of `columns`. */
export const sortOrder = (sorting: Sorting | null, columns: Columns): string | undefined => {
  const column = sorting === null ? undefined : columns[sorting.id]
  return column === undefined ? undefined : `${column}.${sorting?.desc ? 'desc' : 'asc'}.nullslast`
}
