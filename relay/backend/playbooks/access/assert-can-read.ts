import type { Viewer } from '#shared/access/viewer.ts'
import { accessMatrix } from '#relay/backend/data-api/access/access-matrix.ts'
import { createGate } from '#relay/backend/data-api/access/gate.ts'
import { aboutRun } from './about-run.ts'
import { readRun } from '#relay/backend/playbooks/runs/run-store.ts'
import type { Queryable } from '#relay/database/database.ts'
import { notFound } from '#relay/errors/http-error.ts'
import { isAllowed } from '#relay/is-allowed.ts'

const gate = createGate(accessMatrix)

export const getReadAccess = (viewer: Viewer): 'all' | 'some' | 'none' => {
  const { kind } = gate(viewer, 'GET', 'playbook_runs')
  return kind === 'allowed' ? 'all' : kind === 'some' ? 'some' : 'none'
}

/** A missing run counts as readable only for viewers who may read all runs. */
export const canReadRun = async (database: Queryable, viewer: Viewer, runId: string): Promise<boolean> => {
  if (getReadAccess(viewer) === 'all') return true
  const run = await readRun(database, runId)
  if (run === undefined) return false
  const about = await aboutRun(database, run)
  return isAllowed(viewer, { action: 'read', resource: 'playbook_runs', about })
}

export const canReadAction = async (database: Queryable, viewer: Viewer, actionId: string): Promise<boolean> => {
  if (getReadAccess(viewer) === 'all') return true
  const { rows } = await database.query<{ playbook_run_id: string }>(
    'select playbook_run_id from playbook_run_actions where id = $1 and playbook_run_id is not null',
    [actionId],
  )
  return rows[0] !== undefined && (await canReadRun(database, viewer, rows[0].playbook_run_id))
}

/** Throws not found, so that the existence of the run is not revealed. */
export const assertCanRead = async (database: Queryable, viewer: Viewer, runId: string): Promise<void> => {
  if (!(await canReadRun(database, viewer, runId))) throw notFound(`Run ${runId} not found.`)
}

export const assertCanReadAction = async (database: Queryable, viewer: Viewer, actionId: string): Promise<void> => {
  if (!(await canReadAction(database, viewer, actionId))) throw notFound(`Action ${actionId} not found.`)
}
