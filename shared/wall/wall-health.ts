import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { healthFacts } from '#shared/health/health-facts.ts'
import { compareNames } from '#shared/health/name-order.ts'
import { findCorrelatedFailures, type CorrelatedFailures } from './correlated-failures.ts'
import { byWeight } from '#shared/wall/failure-order.ts'

export interface CheckGroupCount {
  readonly name: string
  readonly count: number
}

export interface WallHealth {
  readonly total: number
  readonly unhealthy: number
  readonly healthy: number
  readonly stale: number
  readonly unknown: number
  readonly oldestResultMs: number | null
  readonly lastFailureMs: number | null
  readonly correlatedFailures: readonly CorrelatedFailures[]
  readonly failing: readonly CheckRow[]
  readonly staleGroups: readonly CheckGroupCount[]
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

/** A failing check that is also stale counts as failing. */
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

export const findNewFailures = (before: ReadonlySet<string> | null, failing: ReadonlySet<string>): string[] =>
  before === null ? [] : [...failing].filter((id) => !before.has(id))
