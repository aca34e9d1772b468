import type { CheckRow } from '#shared/health/check-row.ts'
import { checkStateOf } from '#shared/health/check-state.ts'
import { isRare } from '#shared/health/staleness.ts'

/** What the fact line and the all-healthy view say; times in milliseconds since the epoch. */
export interface HealthFacts {
  readonly total: number
  readonly healthy: number
  readonly unhealthy: number
  readonly unknown: number
  readonly stale: number
  readonly rare: number
  /** The oldest of the newest results, without stale checks and without those of rare schedules. */
  readonly oldestResultMs: number | null
  /** When the stale check that was heard of last was heard of. */
  readonly staleReportedMs: number | null
  /** The newest change of state or failure of any of them. */
  readonly lastTroubleMs: number | null
}

type Moment = number | null

const laterOf = (a: Moment, b: Moment): Moment => (a === null || (b !== null && b > a) ? b : a)
const earlierOf = (a: Moment, b: Moment): Moment => (a === null || (b !== null && b < a) ? b : a)

const parse = (at: string | null): Moment => (at === null ? null : Date.parse(at))

export const healthFacts = (rows: Iterable<CheckRow>, isStale: (row: CheckRow) => boolean): HealthFacts => {
  let [total, healthy, unhealthy, unknown, stale, rare] = [0, 0, 0, 0, 0, 0]
  let [oldestResultMs, staleReportedMs, lastTroubleMs]: [Moment, Moment, Moment] = [null, null, null]
  for (const row of rows) {
    total++
    const state = checkStateOf(row)
    if (state === 'healthy') healthy++
    else if (state === 'unhealthy') unhealthy++
    else unknown++
    const isSeldom = isRare(row)
    if (isSeldom) rare++
    lastTroubleMs = laterOf(lastTroubleMs, laterOf(parse(row.lastTransition), parse(row.lastFail)))
    const reportedMs = parse(row.lastRuntime)
    if (reportedMs === null) continue
    if (isStale(row)) {
      stale++
      staleReportedMs = laterOf(staleReportedMs, reportedMs)
    } else if (!isSeldom) oldestResultMs = earlierOf(oldestResultMs, reportedMs)
  }
  return { total, healthy, unhealthy, unknown, stale, rare, oldestResultMs, staleReportedMs, lastTroubleMs }
}

const noFacts = healthFacts([], () => false)

/** The facts of a whole from those of its parts. */
export const joinFacts = (parts: readonly HealthFacts[]): HealthFacts =>
  parts.reduce(
    (all, part) => ({
      total: all.total + part.total,
      healthy: all.healthy + part.healthy,
      unhealthy: all.unhealthy + part.unhealthy,
      unknown: all.unknown + part.unknown,
      stale: all.stale + part.stale,
      rare: all.rare + part.rare,
      oldestResultMs: earlierOf(all.oldestResultMs, part.oldestResultMs),
      staleReportedMs: laterOf(all.staleReportedMs, part.staleReportedMs),
      lastTroubleMs: laterOf(all.lastTroubleMs, part.lastTroubleMs),
    }),
    noFacts,
  )
