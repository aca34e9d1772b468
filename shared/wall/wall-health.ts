import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { healthFacts } from '#shared/health/health-facts.ts'
import { compareNames } from '#shared/health/name-order.ts'
import { findCorrelatedFailures, type CorrelatedFailures } from './correlated-failures.ts'
import { byWeight } from '#shared/wall/failure-order.ts'

/** How many checks of one canary something is said of. */
export interface CheckGroupCount {
  readonly name: string
  readonly count: number
}

/** What a health wall says; times in milliseconds since the epoch. */
export interface WallHealth {
  readonly total: number
  readonly unhealthy: number
  /** Passed, and still heard of. */
  readonly healthy: number
  /** Fell silent while they were not failing. */
  readonly stale: number
  readonly unknown: number
  readonly oldestResultMs: number | null
  readonly lastFailureMs: number | null
  readonly correlatedFailures: readonly CorrelatedFailures[]
  /** The failing checks besides the correlated ones, heaviest first. */
  readonly failing: readonly CheckRow[]
  /** The largest group first. */
  readonly staleGroups: readonly CheckGroupCount[]
  /** When the silent check that was heard of longest ago was heard of. */
  readonly staleSinceMs: number | null
}

const groupStale = (staleChecks: readonly CheckRow[]): CheckGroupCount[] => {
  const counts = new Map<string, number>()
  for (const { canaryName, name } of staleChecks)
    counts.set(canaryName || name, (counts.get(canaryName || name) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || compareNames(a.name, b.name))
}

const earliest = (times: readonly number[]): number | null => (times.length === 0 ? null : Math.min(...times))

/** Everything a health wall says of checks. A failing check that fell silent still counts as failing. */
export const wallHealth = (rows: readonly CheckRow[], isStale: (row: CheckRow) => boolean): WallHealth => {
  const { total, oldestResultMs, lastFailureMs } = healthFacts(rows, isStale)
  const correlatedFailures = findCorrelatedFailures(rows)
  const inCorrelated = new Set(correlatedFailures.flatMap(({ checks }) => checks.map(({ id }) => id)))
  const failing = rows.filter((row) => toCheckState(row) === 'unhealthy')
  const staleChecks = rows.filter((row) => toCheckState(row) !== 'unhealthy' && isStale(row))
  const unknown = rows.filter((row) => toCheckState(row) === 'unknown' && !isStale(row)).length
  return {
    total,
    unhealthy: failing.length,
    healthy: total - failing.length - staleChecks.length - unknown,
    stale: staleChecks.length,
    unknown,
    oldestResultMs,
    lastFailureMs,
    correlatedFailures,
    failing: byWeight(failing.filter(({ id }) => !inCorrelated.has(id))),
    staleGroups: groupStale(staleChecks),
    staleSinceMs: earliest(
      staleChecks.flatMap(({ lastRuntime }) => (lastRuntime === null ? [] : [Date.parse(lastRuntime)])),
    ),
  }
}

/** The checks that fail now and did not before: what a wall holds its view for. None when nothing was known before. */
export const findNewFailures = (before: ReadonlySet<string> | null, failing: ReadonlySet<string>): string[] =>
  before === null ? [] : [...failing].filter((id) => !before.has(id))
