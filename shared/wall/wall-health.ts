import type { CheckRow } from '#shared/health/check-row.ts'
import { checkStateOf } from '#shared/health/check-state.ts'
import { healthFacts } from '#shared/health/health-facts.ts'
import { compareNames } from '#shared/health/name-order.ts'
import { findCorrelatedFailures, type CorrelatedFailures } from './correlated-failures.ts'
import { byWeight } from '#shared/wall/trouble-order.ts'

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
  readonly lastTroubleMs: number | null
  readonly correlatedFailures: readonly CorrelatedFailures[]
  /** The failing checks besides the correlated ones, heaviest first. */
  readonly trouble: readonly CheckRow[]
  /** The largest group first. */
  readonly staleGroups: readonly CheckGroupCount[]
  /** When the silent check that was heard of longest ago was heard of. */
  readonly staleSinceMs: number | null
}

const staleGroupsOf = (silent: readonly CheckRow[]): CheckGroupCount[] => {
  const counts = new Map<string, number>()
  for (const { canaryName, name } of silent) counts.set(canaryName || name, (counts.get(canaryName || name) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || compareNames(a.name, b.name))
}

const earliest = (times: readonly number[]): number | null => (times.length === 0 ? null : Math.min(...times))

/** Everything a health wall says of checks. A failing check that fell silent still counts as failing. */
export const wallHealth = (rows: readonly CheckRow[], isStale: (row: CheckRow) => boolean): WallHealth => {
  const { total, oldestResultMs, lastTroubleMs } = healthFacts(rows, isStale)
  const correlatedFailures = findCorrelatedFailures(rows)
  const inCorrelated = new Set(correlatedFailures.flatMap(({ checks }) => checks.map(({ id }) => id)))
  const failing = rows.filter((row) => checkStateOf(row) === 'unhealthy')
  const silent = rows.filter((row) => checkStateOf(row) !== 'unhealthy' && isStale(row))
  const unknown = rows.filter((row) => checkStateOf(row) === 'unknown' && !isStale(row)).length
  return {
    total,
    unhealthy: failing.length,
    healthy: total - failing.length - silent.length - unknown,
    stale: silent.length,
    unknown,
    oldestResultMs,
    lastTroubleMs,
    correlatedFailures,
    trouble: byWeight(failing.filter(({ id }) => !inCorrelated.has(id))),
    staleGroups: staleGroupsOf(silent),
    staleSinceMs: earliest(
      silent.flatMap(({ lastRuntime }) => (lastRuntime === null ? [] : [Date.parse(lastRuntime)])),
    ),
  }
}

/** The checks that fail now and did not before: what a wall holds its view for. None when nothing was known before. */
export const newTrouble = (before: ReadonlySet<string> | null, failing: ReadonlySet<string>): string[] =>
  before === null ? [] : [...failing].filter((id) => !before.has(id))
