import type { CheckStatus } from '#shared/health/check-status.ts'
import type { HistoryPage } from './health-api.ts'

interface HistoryRule {
  readonly status: '1' | '0' | null
  readonly atLeastMs: number | null
  readonly fromMs: number
  readonly toMs: number
}

const matches = ({ status, atLeastMs, fromMs, toMs }: HistoryRule, result: CheckStatus): boolean =>
  (status === null || result.status === (status === '1')) &&
  (atLeastMs === null || (result.duration ?? 0) >= atLeastMs) &&
  Date.parse(result.time) > fromMs &&
  Date.parse(result.time) < toMs

/** Only live results newer than the loaded page add to the total. */
export const mergeHistory = (
  loaded: HistoryPage,
  live: ReadonlyMap<string, CheckStatus>,
  rule: HistoryRule,
  pageSize: number,
): HistoryPage => {
  const known = new Set(loaded.results.map(({ time }) => Date.parse(time)))
  const newestMs = Math.max(0, ...known)
  const fresh = [...live.values()].filter(
    (result) => Date.parse(result.time) > newestMs && !known.has(Date.parse(result.time)) && matches(rule, result),
  )
  const results = [...fresh, ...loaded.results]
    .sort((a, b) => Date.parse(b.time) - Date.parse(a.time))
    .slice(0, pageSize)
  return { results, total: loaded.total === null ? null : loaded.total + fresh.length }
}
