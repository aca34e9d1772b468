import type { CheckRow } from '#shared/health/check-row.ts'

/** What a check is, and what a group of checks can be besides (ledger HEALTH-26, HEALTH-27). */
export type CheckState = 'healthy' | 'unhealthy' | 'unknown'
export type GroupState = CheckState | 'mixed'

const failing = new Set(['unhealthy', 'degraded', 'missing'])
const withoutResult = new Set(['', 'unknown', 'suspended'])

/**
 * The state a check shows. No result yet, or a check that cannot run here, is unknown and never healthy; every other
 * word than the failing ones counts as healthy, and so do status dots.
 */
export const toCheckState = (row: Pick<CheckRow, 'status' | 'problem'>): CheckState => {
  const status = row.status.toLowerCase()
  if (failing.has(status)) return 'unhealthy'
  if (withoutResult.has(status) || row.problem !== '') return 'unknown'
  return 'healthy'
}
