import type { CheckRow } from '#shared/health/check-row.ts'
import { findIntervalMs } from '#shared/health/staleness.ts'

const missedMax = 8

export const missedResults = (row: CheckRow, nowMs: number): string => {
  const intervalMs = findIntervalMs(row)
  if (intervalMs === null || row.lastRuntime === null) return ''
  const missed = Math.floor((nowMs - Date.parse(row.lastRuntime)) / intervalMs)
  return 'g'.repeat(Math.min(missedMax, Math.max(0, missed)))
}
