import { compareText } from '#shared/primitives/compare-text.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { Parameters } from '#relay/backend/data-api/query/parse-query.ts'
import { readDateMath } from '#relay/backend/data-api/rewrite/date-math.ts'

const dateColumns = new Set(
  `acknowledged check_time closed created_at deleted_at end_time expires_at first_observed last_attempt last_login
   last_observed last_received last_runtime last_scraped_time last_seen last_transition_time next_runtime resolved
   scheduled_time silenced_at start_time time time_end time_start updated_at`
    .trim()
    .split(/\s+/),
)

const comparisons: Record<string, string> = { '=': 'eq', '<': 'lt', '>': 'gt' }

const dateFilter = (column: string, value: string, nowMs: number): string => {
  const sign = /^[=<>]/.exec(value)?.[0]
  const date = readDateMath(sign === undefined ? value : value.slice(1), nowMs)
  if (date === undefined) {
    throw new DataApiError(400, 'PGRST100', `"${column}.filter" is not a valid point in time: ${value}`, {
      hint: 'Use a date or date math such as now-20h, with an optional leading =, < or >.',
    })
  }
  return `${comparisons[sign ?? '<'] ?? 'lt'}.${date.toISOString()}`
}

const isPattern = (item: string): boolean => item.startsWith('*') || item.endsWith('*')
const list = (items: readonly string[]): string => `(${items.map((item) => `"${item}"`).join(',')})`

const listFilters = (value: string): string[] => {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  const excluded = items.filter((item) => item.startsWith('!')).map((item) => item.slice(1))
  const wanted = items.filter((item) => !item.startsWith('!'))
  const equal = wanted.filter((item) => !isPattern(item))
  const barred = excluded.filter((item) => !isPattern(item))
  return [
    ...(equal.length > 0 ? [`in.${list(equal)}`] : []),
    ...(barred.length > 0 ? [`not.in.${list(barred)}`] : []),
    ...wanted.filter(isPattern).map((pattern) => `like.${pattern}`),
  ]
}

/**
 * `a,b` is any of them, `!a` none of them, `pre*` and `*suf` patterns; a date column takes date math.
 * Only the first value of a key counts and an excluded pattern is ignored. Throws PGRST100.
 */
export const rewriteFilters = (parameters: Parameters, nowMs: number): Parameters => {
  if (!parameters.some(([key]) => key.endsWith('.filter'))) return parameters
  const seen = new Set<string>()
  const rewritten = parameters.flatMap(([key, value]): [string, string][] => {
    if (!key.endsWith('.filter')) return [[key, value]]
    if (seen.has(key)) return []
    seen.add(key)
    const column = key.slice(0, -'.filter'.length)
    const filters = dateColumns.has(column) ? [dateFilter(column, value, nowMs)] : listFilters(value)
    return filters.map((filter) => [column, filter])
  })
  return rewritten.sort(([left], [right]) => compareText(left, right))
}
