import type { State } from './state-mark.tsx'

const bad = new Set(['degraded', 'missing', 'unhealthy'])
const idle = new Set(['unknown', 'suspended'])
const mixed = new Set(['warning', 'warn', 'mixed'])

/**
 * The mark of a backend's status word (ledger UI-05 to UI-08): red, grey and orange for the words listed, green for every
 * other one. No word at all is grey: nothing known is never shown as well. Letter case does not matter.
 */
export const stateFromStatus = (status: string | null | undefined, good?: boolean): State => {
  const key = (status ?? '').toLowerCase()
  if (good === false || bad.has(key)) return 'unhealthy'
  if (key === '' || idle.has(key)) return 'unknown'
  return mixed.has(key) ? 'warning' : 'healthy'
}
