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

export interface RunRow extends ListedRun {
  /** Number of equal runs in this row. */
  readonly count?: number
}

const toShown = ({ playbook_id, status, step, stepError, error, approvers }: ListedRun) =>
  JSON.stringify([playbook_id, status, step, stepError ?? error, approvers])

const isSame = (a: { readonly id: string } | null, b: { readonly id: string } | null) => a?.id === b?.id

const fold = (a: RunRow, b: ListedRun): RunRow => ({
  ...a,
  config: isSame(a.config, b.config) ? a.config : null,
  component: isSame(a.component, b.component) ? a.component : null,
  check: isSame(a.check, b.check) ? a.check : null,
  created_by: isSame(a.created_by, b.created_by) ? a.created_by : null,
  count: (a.count ?? 1) + 1,
})

/** One row for runs that look equal, in place of the first. It names a resource or person only if all have the same. */
export const foldEqual = (runs: readonly ListedRun[]): readonly RunRow[] => {
  const rows = new Map<string, RunRow>()
  for (const run of runs) {
    const known = rows.get(toShown(run))
    rows.set(toShown(run), known === undefined ? run : fold(known, run))
  }
  return [...rows.values()]
}
