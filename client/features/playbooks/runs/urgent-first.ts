import type { ListedRun, RunFilter } from '#shared/playbooks/listed-run.ts'
import { isFinalRun, runStatuses, type RunStatus } from '#shared/playbooks/run-status.ts'

const urgentStatuses = runStatuses.filter((status) => status !== 'completed' && status !== 'cancelled')

/** More than fit on any screen. */
const urgentMax = 100

export const toUrgent = (filter: RunFilter): RunFilter => ({
  ...filter,
  status: urgentStatuses.join(','),
  offset: 0,
  limit: urgentMax,
})

const broken = new Set<string>(['pending_approval', 'failed', 'timed_out'] satisfies RunStatus[])
const rank = ({ status }: Pick<ListedRun, 'status'>): number => (broken.has(status) ? 0 : isFinalRun(status) ? 2 : 1)

/** Failed or waiting for a person, then in progress, then the others; each newest first. */
export const urgentFirst = (runs: readonly ListedRun[]): readonly ListedRun[] =>
  [...new Map(runs.map((run) => [run.id, run])).values()].toSorted(
    (a, b) => rank(a) - rank(b) || b.created_at.localeCompare(a.created_at),
  )
