import type { State } from '#client/ui/state-mark.tsx'

const states: Readonly<Record<string, State>> = {
  SUCCESS: 'healthy',
  WARNING: 'warning',
  STALE: 'warning',
  FAILED: 'unhealthy',
  RUNNING: 'running',
}

export const toJobState = (status: string): State =>
  Object.hasOwn(states, status) ? (states[status] ?? 'unknown') : 'unknown'
