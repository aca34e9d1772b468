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

export const toRunState = (status: string): State => states[status] ?? 'unknown'

export const formatStatus = (status: string): string => status.replaceAll('_', ' ')

export const runsContinue = 'Runs continue without this page.'
