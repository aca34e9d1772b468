import type { FilterValue } from '#shared/filters/filter-value.ts'

const namedMax = 3

export const summariseLabels = (filter: FilterValue, total: number): string => {
  if (filter.size === 0) return 'All'
  if (filter.size <= namedMax) {
    return [...filter].map(([value, state]) => (state === 1 ? value : `not ${value}`)).join(', ')
  }
  const excluded = [...filter.values()].filter((state) => state === -1).length
  const included = filter.size - excluded
  if (excluded === 0) return `${included} of ${total} included`
  if (included === 0) return `${excluded} of ${total} excluded`
  return `${included} included, ${excluded} excluded`
}
