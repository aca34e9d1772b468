import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { isRare } from '#shared/health/staleness.ts'

export interface HealthFacts {
  readonly total: number
  readonly healthy: number
  readonly unhealthy: number
  readonly unknown: number
  readonly stale: number
  readonly rare: number
  readonly oldestResultMs: number | null
  readonly staleReportedMs: number | null
  readonly lastFailureMs: number | null
}

type Moment = number | null

const pickLater = (a: Moment, b: Moment): Moment => (a === null || (b !== null && b > a) ? b : a)
const pickEarlier = (a: Moment, b: Moment): Moment => (a === null || (b !== null && b < a) ? b : a)

const parse = (at: string | null): Moment => (at === null ? null : Date.parse(at))

export const healthFacts = (rows: Iterable<CheckRow>, isStale: (row: CheckRow) => boolean): HealthFacts => {
  let [total, healthy, unhealthy, unknown, stale, rare] = [0, 0, 0, 0, 0, 0]
  let [oldestResultMs, staleReportedMs, lastFailureMs]: [Moment, Moment, Moment] = [null, null, null]
  for (const row of rows) {
    total++
    const state = toCheckState(row)
    if (state === 'healthy') healthy++
    else if (state === 'unhealthy') unhealthy++
    else unknown++
    const isSeldom = isRare(row)
    if (isSeldom) rare++
    lastFailureMs = pickLater(lastFailureMs, pickLater(parse(row.lastTransition), parse(row.lastFail)))
    const reportedMs = parse(row.lastRuntime)
    if (reportedMs === null) continue
    if (isStale(row)) {
      stale++
      staleReportedMs = pickLater(staleReportedMs, reportedMs)
    } else if (!isSeldom) oldestResultMs = pickEarlier(oldestResultMs, reportedMs)
  }
  return { total, healthy, unhealthy, unknown, stale, rare, oldestResultMs, staleReportedMs, lastFailureMs }
}

const noFacts = healthFacts([], () => false)

export const joinFacts = (parts: readonly HealthFacts[]): HealthFacts =>
  parts.reduce(
    (all, part) => ({
      total: all.total + part.total,
      healthy: all.healthy + part.healthy,
      unhealthy: all.unhealthy + part.unhealthy,
      unknown: all.unknown + part.unknown,
      stale: all.stale + part.stale,
      rare: all.rare + part.rare,
      oldestResultMs: pickEarlier(all.oldestResultMs, part.oldestResultMs),
      staleReportedMs: pickLater(all.staleReportedMs, part.staleReportedMs),
      lastFailureMs: pickLater(all.lastFailureMs, part.lastFailureMs),
    }),
    noFacts,
  )
