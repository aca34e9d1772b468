import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'

/** Since when a check is what it is, in milliseconds since the epoch: as well as its backend tells. */
export const findSinceMs = (row: Pick<CheckRow, 'lastTransition' | 'lastFail' | 'lastRuntime'>): number | null => {
  const at = row.lastTransition ?? row.lastFail ?? row.lastRuntime
  return at === null ? null : Date.parse(at)
}

/** Since when a check fails; null for one that does not. */
export const findFailingSinceMs = (row: CheckRow): number | null =>
  toCheckState(row) === 'unhealthy' ? findSinceMs(row) : null
