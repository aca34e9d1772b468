/** The statuses of a run that the console knows. Rows may carry others, which are shown as they are. */
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

/** Whether a run in this status never changes again; an unknown status may. */
export const isFinalRun = (status: string): boolean => finalRuns.has(status)

/** Whether a run is at work, or about to begin since its time has come; one that waits or sleeps is not. */
export const isRunUnderWay = (
  run: { readonly status: string; readonly scheduled_time: string },
  nowMs: number,
): boolean =>
  run.status === 'running' ||
  run.status === 'retrying' ||
  (run.status === 'scheduled' && Date.parse(run.scheduled_time) <= nowMs)

/** Whether an action in this status never changes again; an unknown status may. */
export const isFinalAction = (status: string): boolean => finalActions.has(status)
