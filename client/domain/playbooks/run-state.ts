import type { State } from '#client/ui/state-mark.tsx'

const states: Readonly<Record<string, State>> = {
  pending_approval: 'warning',
  running: 'running',
  sleeping: 'running',
  retrying: 'running',
  waiting: 'running',
  waiting_children: 'running',
  completed: 'healthy',
  failed: 'unhealthy',
  timed_out: 'unhealthy',
}

/** The mark of a run's or an action's status; what has not begun, was left out or is not known is grey. */
export const toRunState = (status: string): State => states[status] ?? 'unknown'

/** The status as a person says it: `pending_approval` is `pending approval`. */
export const formatStatus = (status: string): string => status.replaceAll('_', ' ')

/** What a page without a connection says of the runs that it shows. */
export const runsContinue = 'Runs go on without this page.'
