import type { FastifyBaseLogger } from 'fastify'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { endFamily, findFamily, runVariable } from '#relay/backend/playbooks/process/process-family.ts'
import type { RunEngine } from './run-engine.ts'
import type { Database } from '#relay/database/database.ts'

interface RecoverOptions {
  readonly database: Database
  readonly engine: Pick<RunEngine, 'enqueue'>
  readonly lateAfterSeconds: number
  readonly onChange: OnChange
  readonly log: FastifyBaseLogger
}

const killGraceMs = 2_000

/**
 * Fails the runs of engines that are not in `living`, ends their processes on this machine, and resumes scheduled runs.
 * `living` includes this relay.
 */
export const recoverRuns = async (options: RecoverOptions, living: readonly string[]): Promise<void> => {
  const { database, engine } = options
  const { rows: lost } = await database.query<{ id: string }>(
    `select runs.id from playbook_runs as runs left join relay.playbook_run_claims as claims on claims.run_id = runs.id
      where runs.status in ('running', 'sleeping', 'retrying', 'waiting')
        and (claims.instance_id is null or claims.instance_id <> all($1::uuid[]))
      order by runs.created_at`,
    [living],
  )
  for (const { id } of lost) await giveUp(options, id)
  const { rows: actions } = await database.query<{ id: string }>(
    `update playbook_run_actions as actions set status = 'failed', error = $1, end_time = now()
       from playbook_runs as runs left join relay.playbook_run_claims as claims on claims.run_id = runs.id
      where actions.playbook_run_id = runs.id and actions.end_time is null
        and runs.status in ('completed', 'failed', 'cancelled', 'timed_out')
        and (claims.instance_id is null or claims.instance_id <> all($2::uuid[]))
      returning actions.id`,
    [lostStep, living],
  )
  if (actions.length > 0) options.onChange({ relation: 'playbook_run_actions', ids: actions.map(({ id }) => id) })
  const { rows: scheduled } = await database.query<{ id: string }>(
    `select id from playbook_runs where status = 'scheduled' and scheduled_time <= now() - make_interval(secs => $1)
      order by created_at`,
    [living.length === 1 ? 0 : options.lateAfterSeconds],
  )
  for (const { id } of scheduled) engine.enqueue(id)
}

const lostStep = 'The relay stopped during this step.'

const giveUp = async ({ database, onChange, log }: RecoverOptions, runId: string): Promise<void> => {
  const mark = `${runVariable}=${runId}`
  const left = await findFamily(mark, undefined)
  if (left.length > 0) await endFamily(mark, undefined, killGraceMs)
  const processes =
    left.length === 0
      ? ''
      : left.length === 1
        ? ' One process of it was still running and was stopped.'
        : ` ${left.length} processes of it were still running and were stopped.`
  const step = `${lostStep}${processes}`
  await database.transaction(async (transaction) => {
    await transaction.query(
      `update playbook_run_actions set status = 'failed', error = $2, end_time = now(), start_time = coalesce(start_time, now())
        where playbook_run_id = $1 and end_time is null`,
      [runId, step],
    )
    await transaction.query(
      `update playbook_runs set status = 'failed', error = $2, end_time = now()
        where id = $1 and status not in ('completed', 'failed', 'cancelled', 'timed_out')`,
      [
        runId,
        `The relay stopped during this run and the run was not resumed. Check what its last step did before you run it again.${processes}`,
      ],
    )
  })
  log.warn({ runId, stoppedProcesses: left.length }, 'playbook run interrupted by a relay stop, marked as failed')
  onChange({ relation: 'playbook_run_actions' })
  onChange({ relation: 'playbook_runs', ids: [runId] })
}
