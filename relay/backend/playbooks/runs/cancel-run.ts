import type { Viewer } from '#shared/access/viewer.ts'
import { isFinalRun } from '#shared/playbooks/run-status.ts'
import { nameActor } from '#relay/backend/rows/actor.ts'
import { aboutRun } from '#relay/backend/playbooks/access/about-run.ts'
import { assertCan } from '#relay/backend/playbooks/access/can.ts'
import type { PlaybookDeps } from '#relay/backend/playbooks/playbook-deps.ts'
import { invalid, notFound } from '#relay/errors/http-error.ts'
import { RunEnd } from './run-end.ts'
import { endRun, readRun } from './run-store.ts'

/** Notification channel between relay instances. Payload: run id and reason. */
export const cancelChannel = 'playbook_run_cancelled'

const over = (status: string) => invalid(`The run has already ended (${status}) and cannot be cancelled.`)

export const cancelRun = async (
  deps: PlaybookDeps,
  runId: string,
  viewer: Viewer,
): Promise<{ readonly message: string }> => {
  const { database } = deps
  const run = await readRun(database, runId)
  if (run === undefined) throw notFound(`Run ${runId} not found.`)
  assertCan(viewer, 'playbook:cancel', await aboutRun(database, run))
  if (isFinalRun(run.status)) throw over(run.status)
  const reason = `Cancelled by ${viewer.name}.`
  if (!(await cancelOne(deps, runId, reason, viewer.id)))
    throw over((await readRun(database, runId))?.status ?? 'deleted')
  return { message: 'playbook run cancelled' }
}

const cancelOne = async (deps: PlaybookDeps, runId: string, reason: string, by: string): Promise<boolean> => {
  const { database, engine, onChange } = deps
  const run = await readRun(database, runId)
  const hasBegun = run?.start_time != null
  const ended = await database.transaction(async (transaction) => {
    await nameActor(transaction, by)
    return endRun(transaction, runId, 'cancelled', hasBegun ? null : reason)
  })
  if (!ended) return false
  onChange({ relation: 'playbook_runs', ids: [runId] })
  await database.query('select pg_notify($1, $2)', [cancelChannel, JSON.stringify([runId, reason])])
  const { rows: children } = await database.query<{ id: string }>('select id from playbook_runs where parent_id = $1', [
    runId,
  ])
  await Promise.all([
    engine.end(runId, new RunEnd('cancelled', reason)),
    ...children.map(({ id }) => cancelOne(deps, id, reason, by)),
  ])
  return true
}
