import type { CheckRow } from '#shared/health/check-row.ts'
import { checkStateOf } from '#shared/health/check-state.ts'
import { isRare } from '#shared/health/staleness.ts'
import { perObject } from '#shared/primitives/per-object.ts'

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

const parse = (at: string | null) => (at === null ? null : Date.parse(at))

/** Reading three times of ten thousand checks at every patch is what would make the page slow. */
const timesOf = perObject((row: CheckRow) => ({
  heardMs: parse(row.lastRuntime),
  transitionMs: parse(row.lastTransition),
  failMs: parse(row.lastFail),
  rare: isRare(row),
}))

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
    const times = timesOf(row)
    if (times.rare) rare++
    if (times.transitionMs !== null) lastTroubleMs = laterOf(lastTroubleMs, times.transitionMs)
    if (times.failMs !== null) lastTroubleMs = laterOf(lastTroubleMs, times.failMs)
    const { heardMs } = times
    if (heardMs === null) continue
    if (isStale(row)) {
      stale++
      staleHeardMs = laterOf(staleHeardMs, heardMs)
    } else if (!times.rare && (oldestResultMs === null || heardMs < oldestResultMs)) oldestResultMs = heardMs
  }
  return { total, healthy, unhealthy, unknown, stale, rare, oldestResultMs, staleHeardMs, lastTroubleMs }
}
