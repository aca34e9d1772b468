import type { CheckRow } from '#shared/health/check-row.ts'
import { perObject } from '#shared/primitives/per-object.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { hourMs } from '#shared/primitives/time-units.ts'

export const parseRefreshRate = (text: string): number | null => {
  const trimmed = text.trim()
  if (!/^(\d+(\.\d+)?[smhdw])+$/.test(trimmed)) return null
  return parseDuration(trimmed) || null
}

type Scheduled = Pick<CheckRow, 'lastRuntime' | 'intervalMs' | 'schedule'> & Partial<Pick<CheckRow, 'notEvaluated'>>

const graceMs = 5_000
const rareMs = hourMs

export const findIntervalMs = (row: Pick<Scheduled, 'intervalMs' | 'schedule'>): number | null =>
  row.intervalMs ?? parseRefreshRate(row.schedule.replace(/^@every\s+/, ''))

export const lateFromMs = perObject((row: Scheduled): number | null => {
  const intervalMs = findIntervalMs(row)
  const isWaiting = row.notEvaluated !== undefined && row.notEvaluated !== null
  if (isWaiting || row.lastRuntime === null || intervalMs === null) return null
  return Date.parse(row.lastRuntime) + 2 * intervalMs + graceMs
})

export const isLate = (row: Scheduled, nowMs: number): boolean => {
  const fromMs = lateFromMs(row)
  return fromMs !== null && nowMs > fromMs
}

/** Excluded from "oldest result": their age does not indicate a failure of the console. */
export const isRare = (row: Pick<Scheduled, 'intervalMs' | 'schedule'>): boolean => (findIntervalMs(row) ?? 0) >= rareMs
