import { labelMatcher, parseLabelId, parseLabelFilters } from '#shared/health/check-labels.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { checkSearch } from '#shared/health/check-search.ts'

/** What part of the checks a health wall shows: the same `labels` and `query` as on the health page (ledger HEALTH-03, HEALTH-04). */
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
    /** In words; empty when everything is shown. */
    description: descriptions.join(', '),
  }
}
