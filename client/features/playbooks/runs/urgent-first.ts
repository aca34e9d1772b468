import type { ListedRun, RunFilter } from '#shared/playbooks/listed-run.ts'
import { isFinalRun, runStatuses } from '#shared/playbooks/run-status.ts'

const urgentStatuses = runStatuses.filter((status) => status !== 'completed' && status !== 'cancelled')

/** More than fit on any screen. */
const urgentMax = 100

export const toUrgent = (filter: RunFilter): RunFilter => ({
  ...filter,
  status: urgentStatuses.join(','),
  offset: 0,
  limit: urgentMax,
})

const rank = ({ status }: Pick<ListedRun, 'status'>): number => {
  if (status === 'pending_approval') return 0
  if (status === 'failed' || status === 'timed_out') return 1
  return isFinalRun(status) ? 3 : 2
}

/** Waiting for a person, failed, in progress, others; each newest first. */
export const urgentFirst = (runs: readonly ListedRun[]): readonly ListedRun[] =>
  [...new Map(runs.map((run) => [run.id, run])).values()].toSorted(
    (a, b) => rank(a) - rank(b) || b.created_at.localeCompare(a.created_at),
  )
