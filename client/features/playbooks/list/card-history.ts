import type { ListedRun, RunListRow } from '#shared/playbooks/listed-run.ts'
import { compareValues } from '#shared/sorting/sort-value.ts'
import { isFinalRun } from '#shared/playbooks/run-status.ts'

export interface CardHistory {
  readonly newest: ListedRun
  readonly outcomes: string
}

const marks: Readonly<Record<string, string>> = { completed: 'p', cancelled: 'g' }

export const cardHistories = (rows: Iterable<RunListRow>): ReadonlyMap<string, CardHistory> => {
  const runs = [...rows]
    .filter((row) => row.kind === 'run')
    .sort((a, b) => compareValues(a.created_at, b.created_at) || compareValues(a.id, b.id))
  const histories = new Map<string, CardHistory>()
  for (const run of runs) {
    const before = histories.get(run.playbook_id)?.outcomes ?? ''
    const mark = isFinalRun(run.status) ? (marks[run.status] ?? 'f') : ''
    histories.set(run.playbook_id, { newest: run, outcomes: before + mark })
  }
  return histories
}
