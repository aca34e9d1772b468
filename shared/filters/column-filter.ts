import type { FilterValue } from './filter-value.ts'

/** The name of the parameter that filters one column: `status.filter` (ledger API-35). */
export const columnFilterKey = (column: string): string => `${column}.filter`

/** A filter as `{key}.filter` parameters carry it: values separated by commas, excluded ones after a `!`. */
export const writeColumnFilter = (filter: FilterValue): string =>
  [...filter].map(([value, state]) => (state === 1 ? value : `!${value}`)).join(',')
