import type { CheckRow } from '#shared/health/check-row.ts'
import { perObject } from '#shared/primitives/per-object.ts'
import { parseRefreshRate } from '#shared/health/refresh-rate.ts'

type Scheduled = Pick<CheckRow, 'lastRuntime' | 'intervalMs' | 'schedule'>

const graceMs = 5_000
const rareMs = 3_600_000

/** Milliseconds between two runs; null for a backend that tells neither an interval nor an `@every` schedule. */
export const findIntervalMs = (row: Pick<Scheduled, 'intervalMs' | 'schedule'>): number | null =>
  row.intervalMs ?? parseRefreshRate(row.schedule.replace(/^@every\s+/, ''))

/**
 * From when on, in milliseconds since the epoch, the check's last result is late: two intervals missed and 5 s of grace. Null
 * while it never ran, or its interval is not known.
 */
export const lateFromMs = perObject((row: Scheduled): number | null => {
  const intervalMs = findIntervalMs(row)
  if (row.lastRuntime === null || intervalMs === null) return null
  return Date.parse(row.lastRuntime) + 2 * intervalMs + graceMs
})

/** Whether the check fell silent. Its state stays what it was; it only shows as stale. */
export const isLate = (row: Scheduled, nowMs: number): boolean => {
  const fromMs = lateFromMs(row)
  return fromMs !== null && nowMs > fromMs
}

/** Checks of once an hour or less are left out of "oldest result": their age says nothing about the console. */
export const isRare = (row: Pick<Scheduled, 'intervalMs' | 'schedule'>): boolean => (findIntervalMs(row) ?? 0) >= rareMs
