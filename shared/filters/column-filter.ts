import type { FilterValue } from './filter-value.ts'

export const writeColumnFilter = (filter: FilterValue): string =>
  [...filter].map(([value, state]) => (state === 1 ? value : `!${value}`)).join(',')

export const columnFilter = (column: string, filter: FilterValue): Readonly<Record<string, string>> =>
  filter.size === 0 ? {} : { [`${column}.filter`]: writeColumnFilter(filter) }
