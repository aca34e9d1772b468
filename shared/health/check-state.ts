import type { CheckRow } from '#shared/health/check-row.ts'

export type CheckState = 'healthy' | 'unhealthy' | 'unknown'
export type GroupState = CheckState | 'mixed'

const failing = new Set(['unhealthy', 'degraded', 'missing'])
const withoutResult = new Set(['', 'unknown', 'suspended'])

/**
 * No result, or a check that cannot run, is unknown and never healthy; any status that is not a failure counts as
 * healthy.
 */
export const toCheckState = (row: Pick<CheckRow, 'status' | 'problem'>): CheckState => {
  const status = row.status.toLowerCase()
  if (failing.has(status)) return 'unhealthy'
  if (withoutResult.has(status) || row.problem !== '') return 'unknown'
  return 'healthy'
}
