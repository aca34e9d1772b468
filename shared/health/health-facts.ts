import type { CheckRow } from '#shared/health/check-row.ts'
import { checkStateOf } from '#shared/health/check-state.ts'
import { isRare } from '#shared/health/staleness.ts'

/** What the fact line and the proof of life say; times in milliseconds since the epoch. */
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
  readonly staleHeardMs: number | null
  /** The newest change of state or failure of any of them. */
  readonly lastTroubleMs: number | null
}

const laterOf = (a: number | null, b: number) => (a === null || b > a ? b : a)

export const healthFacts = (rows: Iterable<CheckRow>, isStale: (row: CheckRow) => boolean): HealthFacts => {
  let [total, healthy, unhealthy, unknown, stale, rare] = [0, 0, 0, 0, 0, 0]
  let oldestResultMs: number | null = null
  let staleHeardMs: number | null = null
  let lastTroubleMs: number | null = null
  for (const row of rows) {
    total++
    const state = checkStateOf(row)
    if (state === 'healthy') healthy++
    else if (state === 'unhealthy') unhealthy++
    else unknown++
    if (isRare(row)) rare++
    for (const at of [row.lastTransition, row.lastFail]) {
      if (at !== null) lastTroubleMs = laterOf(lastTroubleMs, Date.parse(at))
    }
    if (row.lastRuntime === null) continue
    const heardMs = Date.parse(row.lastRuntime)
    if (isStale(row)) {
      stale++
      staleHeardMs = laterOf(staleHeardMs, heardMs)
    } else if (!isRare(row) && (oldestResultMs === null || heardMs < oldestResultMs)) oldestResultMs = heardMs
  }
  return { total, healthy, unhealthy, unknown, stale, rare, oldestResultMs, staleHeardMs, lastTroubleMs }
}
