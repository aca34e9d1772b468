export const runStatuses = [
  'scheduled',
  'pending_approval',
  'running',
  'sleeping',
  'retrying',
  'waiting',
  'completed',
  'failed',
  'cancelled',
  'timed_out',
] as const
export type RunStatus = (typeof runStatuses)[number]

export const actionStatuses = [
  'scheduled',
  'running',
  'waiting',
  'waiting_children',
  'sleeping',
  'skipped',
  'completed',
  'failed',
] as const
export type ActionStatus = (typeof actionStatuses)[number]

const finalRuns = new Set<string>(['completed', 'failed', 'cancelled', 'timed_out'] satisfies RunStatus[])
const finalActions = new Set<string>(['completed', 'failed', 'skipped'] satisfies ActionStatus[])

export const isFinalRun = (status: string): boolean => finalRuns.has(status)

/** True also when the scheduled time has passed; false while waiting or sleeping. */
export const isRunUnderWay = (
  run: { readonly status: string; readonly scheduled_time: string },
  nowMs: number,
): boolean =>
  run.status === 'running' ||
  run.status === 'retrying' ||
  (run.status === 'scheduled' && Date.parse(run.scheduled_time) <= nowMs)

export const isFinalAction = (status: string): boolean => finalActions.has(status)
