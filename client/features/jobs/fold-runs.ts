import type { JobRun } from '#shared/jobs/job-run.ts'
import { groupedBy } from '#shared/primitives/grouped-by.ts'

export interface ListedRun extends JobRun {
  /** Number of older runs of the page with the same result, on the newest one. */
  readonly repeats: number
  readonly isOpen: boolean
  readonly isRepeat: boolean
}

export const toResultKey = ({ name, resourceType, resourceId, agent, status, message }: JobRun): string =>
  JSON.stringify([name, resourceType, resourceId, agent?.id, status, message])

const toListed = (run: JobRun, change: Partial<ListedRun> = {}): ListedRun => ({
  ...run,
  repeats: 0,
  isOpen: false,
  isRepeat: false,
  ...change,
})

/** A running job is never folded, because its progress changes. */
export const foldRuns = (runs: readonly JobRun[], open: ReadonlySet<string>): readonly ListedRun[] => {
  const groups = groupedBy(runs, (run) => (run.status === 'RUNNING' ? run.id : toResultKey(run)))
  return [...groups].flatMap(([key, [newest, ...older]]) => {
    if (newest === undefined) return []
    const isOpen = open.has(key)
    const first = toListed(newest, { repeats: older.length, isOpen })
    return isOpen ? [first].concat(older.map((run) => toListed(run, { isRepeat: true }))) : [first]
  })
}

export const withoutFolds = (runs: readonly JobRun[]): readonly ListedRun[] => runs.map((run) => toListed(run))
