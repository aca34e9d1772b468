import { decide } from '#shared/access/decide.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { createGate } from '#relay/backend/data-api/gate.ts'
import { rightOfRelation } from '#relay/backend/data-api/relation-resources.ts'
import { aboutRun } from '#relay/backend/playbooks/about-run.ts'
import { PlaybookError } from '#relay/backend/playbooks/playbook-error.ts'
import { readRun } from '#relay/backend/playbooks/run-store.ts'
import type { Queryable } from '#relay/database/database.ts'

const gate = createGate(rightOfRelation)

/** Whether somebody may read any playbook run, some of them, or none. */
export const readingOf = (viewer: Viewer): 'all' | 'some' | 'none' => {
  const { kind } = gate(viewer, 'GET', 'playbook_runs')
  return kind === 'allowed' ? 'all' : kind === 'some' ? 'some' : 'none'
}

/** Throws the refusal when somebody who may read some runs may not read this one, which to them is not there. */
export const demandRead = async (database: Queryable, viewer: Viewer, runId: string): Promise<void> => {
  if (readingOf(viewer) === 'all') return
  const hidden = new PlaybookError(404, `There is no run ${runId}.`)
  const run = await readRun(database, runId)
  if (run === undefined) throw hidden
  const about = await aboutRun(database, run)
  const question = { action: 'read', resource: 'playbook_runs', about } as const
  if (decide(viewer, question, { nowMs: Date.now() }).answer !== 'allowed') throw hidden
}

/** As `demandRead`, for the run that an action belongs to. */
export const demandReadOfAction = async (database: Queryable, viewer: Viewer, actionId: string): Promise<void> => {
  if (readingOf(viewer) === 'all') return
  const { rows } = await database.query<{ playbook_run_id: string }>(
    'select playbook_run_id from playbook_run_actions where id = $1 and playbook_run_id is not null',
    [actionId],
  )
  const [row] = rows
  if (row === undefined) throw new PlaybookError(404, `There is no action ${actionId}.`)
  await demandRead(database, viewer, row.playbook_run_id)
}
