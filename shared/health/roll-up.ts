import { recentResultsMax } from '#shared/health/check-summary.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState, type GroupState } from '#shared/health/check-state.ts'
import { findFailingSinceMs } from '#shared/health/since.ts'
import { latencyMeasures, type LatencyMeasure } from '#shared/health/latency-measure.ts'

export interface RollUp {
  readonly state: GroupState
  readonly total: number
  readonly healthy: number
  readonly unhealthy: number
  readonly unknown: number
  readonly stale: number
  readonly passed: number
  readonly failed: number
  readonly latencyMs: number | null
  readonly latencyMeasure: LatencyMeasure | null
  readonly oldestRuntime: string | null
  readonly lastFail: string | null
  readonly failingSinceMs: number | null
  /** Results of all checks, aligned at the newest: `f` where all failed, `m` where some did. */
  readonly recent: string
}

const failedCode = 'f'.charCodeAt(0)

const combineStates = (healthy: number, unhealthy: number, unknown: number): GroupState => {
  if (unhealthy > 0) return healthy > 0 ? 'mixed' : 'unhealthy'
  return unknown > 0 || healthy === 0 ? 'unknown' : 'healthy'
}

const medianLatency = (checks: readonly CheckRow[]): Pick<RollUp, 'latencyMs' | 'latencyMeasure'> => {
  for (const measure of latencyMeasures) {
    const sorted = checks.flatMap(({ latencyMs }) => latencyMs[measure] ?? []).sort((a, b) => a - b)
    const latencyMs = sorted[sorted.length >> 1]
    if (latencyMs !== undefined) return { latencyMs, latencyMeasure: measure }
  }
  return { latencyMs: null, latencyMeasure: null }
}

/** A stale check keeps its state; a check without a result prevents a healthy group. */
export const rollUp = (checks: readonly CheckRow[], isStale: (row: CheckRow) => boolean): RollUp => {
  let [healthy, unhealthy, unknown, stale, passed, failed, longest] = [0, 0, 0, 0, 0, 0, 0]
  let oldestRuntime: string | null = null
  let lastFail: string | null = null
  let failingSinceMs: number | null = null
  const failedAt = new Uint32Array(recentResultsMax)
  const countAt = new Uint32Array(recentResultsMax)
  for (const row of checks) {
    const state = toCheckState(row)
    if (state === 'healthy') healthy++
    else if (state === 'unhealthy') unhealthy++
    else unknown++
    if (isStale(row)) stale++
    const since = findFailingSinceMs(row)
    if (since !== null && (failingSinceMs === null || since < failingSinceMs)) failingSinceMs = since
    passed += row.passed
    failed += row.failed
    if (row.lastRuntime !== null && (oldestRuntime === null || row.lastRuntime < oldestRuntime)) {
      oldestRuntime = row.lastRuntime
    }
    if (row.lastFail !== null && (lastFail === null || row.lastFail > lastFail)) lastFail = row.lastFail
    const length = Math.min(row.recent.length, recentResultsMax)
    if (length > longest) longest = length
    for (let back = 0; back < length; back++) {
      countAt[back] = (countAt[back] ?? 0) + 1
      if (row.recent.charCodeAt(row.recent.length - 1 - back) === failedCode) failedAt[back] = (failedAt[back] ?? 0) + 1
    }
  }
  let recent = ''
  for (let back = longest - 1; back >= 0; back--) {
    const failures = failedAt[back] ?? 0
    if (failures === 0) recent += 'p'
    else recent += failures === countAt[back] ? 'f' : 'm'
  }
  return {
    state: combineStates(healthy, unhealthy, unknown),
    total: checks.length,
    healthy,
    unhealthy,
    unknown,
    stale,
    passed,
    failed,
    ...medianLatency(checks),
    oldestRuntime,
    lastFail,
    failingSinceMs,
    recent,
  }
}

export const toUptime = ({ passed, failed }: { readonly passed: number; readonly failed: number }): number | null =>
  passed + failed === 0 ? null : (passed / (passed + failed)) * 100
