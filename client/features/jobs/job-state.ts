import type { State } from '#client/ui/state-mark.tsx'

const states: Readonly<Record<string, State>> = {
  SUCCESS: 'healthy',
  WARNING: 'warning',
  STALE: 'warning',
  FAILED: 'unhealthy',
  RUNNING: 'running',
}

/** The mark of a job status (ledger JOBS-03); whatever else it is says nothing of good or bad. */
export const toJobState = (status: string): State =>
  Object.hasOwn(states, status) ? (states[status] ?? 'unknown') : 'unknown'
