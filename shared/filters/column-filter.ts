import type { FilterValue } from './filter-value.ts'

export const columnFilterKey = (column: string): string => `${column}.filter`

export const writeColumnFilter = (filter: FilterValue): string =>
  [...filter].map(([value, state]) => (state === 1 ? value : `!${value}`)).join(',')
