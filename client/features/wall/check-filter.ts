import { labelMatcher, parseLabelId, parseLabelFilters } from '#shared/health/check-labels.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { checkSearch } from '#shared/health/check-search.ts'

export const checkFilter = (params: URLSearchParams) => {
  const labels = parseLabelFilters(params.get('labels'))
  const search = params.get('query') ?? ''
  const [matchesLabels, matchesSearch] = [labelMatcher(labels), checkSearch(search)]
  const descriptions = [
    ...Object.entries(labels).map(([id, state]) => {
      const { key, value } = parseLabelId(id)
      return `${state === 1 ? '' : 'not '}${key} ${value}`
    }),
    ...(search.trim() === '' ? [] : [`“${search.trim()}”`]),
  ]
  return {
    matches: (row: CheckRow) => matchesLabels(row) && matchesSearch(row),
    description: descriptions.join(', '),
  }
}
