import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'

export const findSinceMs = (row: Pick<CheckRow, 'lastTransition' | 'lastFail' | 'lastRuntime'>): number | null => {
  const at = row.lastTransition ?? row.lastFail ?? row.lastRuntime
  return at === null ? null : Date.parse(at)
}

export const findFailingSinceMs = (row: CheckRow): number | null =>
  toCheckState(row) === 'unhealthy' ? findSinceMs(row) : null
