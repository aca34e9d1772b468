import type { State } from './state-mark.tsx'

const bad = new Set(['degraded', 'missing', 'unhealthy'])
const idle = new Set(['unknown', 'suspended'])
const mixed = new Set(['warning', 'warn', 'mixed'])

/** Ledger UI-05 to UI-08: unlisted statuses are green, a missing status is grey. */
export const stateFromStatus = (status: string | null | undefined, good?: boolean): State => {
  const key = (status ?? '').toLowerCase()
  if (good === false || bad.has(key)) return 'unhealthy'
  if (key === '' || idle.has(key)) return 'unknown'
  return mixed.has(key) ? 'warning' : 'healthy'
}
