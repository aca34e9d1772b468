import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type { OnChange } from '#relay/backend/change.ts'
import { endFamily, familyOf, runVariable } from '#relay/backend/playbooks/process/process-family.ts'
import type { RunEngine } from '#relay/backend/playbooks/run-engine.ts'
import type { Database } from '#relay/database/database.ts'

interface Runner {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly is_late: boolean
}

export interface RecoverOptions {
  readonly database: Database
  readonly engine: Pick<RunEngine, 'id' | 'holds' | 'enqueue'>
  readonly onChange: OnChange
  readonly log: FastifyBaseLogger
}

const lateAfterSeconds = 45
const killGraceMs = 2_000

/** Says that this engine lives; others take its runs for lost when it did not for a while. */
export const showLife = async ({ database, engine }: Pick<RecoverOptions, 'database' | 'engine'>): Promise<void> => {
  await database.query(
    `insert into relay.playbook_runners (id, host, pid) values ($1, $2, $3)
     on conflict (id) do update set seen_at = now()`,
    [engine.id, hostname(), process.pid],
  )
}

/**
 * Ends the runs of engines that are no more, those of a relay that was killed for instance: their processes on this machine
 * are ended, the runs and what was under way in them are marked failed with the reason, and what had not begun is taken up.
 */
export const recoverRuns = async (options: RecoverOptions): Promise<void> => {
  const { database, engine } = options
  const { rows: runners } = await database.query<Runner>(
    `select id, host, pid, seen_at < now() - make_interval(secs => ${lateAfterSeconds}) as is_late
       from relay.playbook_runners where id <> $1`,
    [engine.id],
  )
  const alive = runners.filter((runner) => isAlive(database, runner)).map(({ id }) => id)
  const { rows: lost } = await database.query<{ id: string }>(
    `select runs.id from playbook_runs as runs left join relay.playbook_run_claims as claims on claims.run_id = runs.id
      where runs.status in ('running', 'sleeping', 'retrying', 'waiting')
        and (claims.runner_id is null or claims.runner_id <> all($1::uuid[]))
      order by runs.created_at`,
    [[...alive, engine.id]],
  )
  for (const { id } of lost) await giveUp(options, id)
  const { rows: actions } = await database.query<{ id: string }>(
    `update playbook_run_actions as actions set status = 'failed', error = $1, end_time = now()
       from playbook_runs as runs left join relay.playbook_run_claims as claims on claims.run_id = runs.id
      where actions.playbook_run_id = runs.id and actions.end_time is null
        and runs.status in ('completed', 'failed', 'cancelled', 'timed_out')
        and (claims.runner_id is null or claims.runner_id <> all($2::uuid[]))
      returning actions.id`,
    [lostStep, [...alive, engine.id]],
  )
  if (actions.length > 0) options.onChange({ relation: 'playbook_run_actions', ids: actions.map(({ id }) => id) })
  await database.query('delete from relay.playbook_runners where id <> all($1::uuid[])', [[...alive, engine.id]])
  const { rows: scheduled } = await database.query<{ id: string }>(
    `select id from playbook_runs where status = 'scheduled' and scheduled_time <= now() - make_interval(secs => $1)
      order by created_at`,
    [alive.length === 0 ? 0 : lateAfterSeconds],
  )
  for (const { id } of scheduled) engine.enqueue(id)
}

const isAlive = (database: Database, { host, pid, is_late }: Runner): boolean => {
  if (database.kind === 'embedded' || is_late) return false
  if (host !== hostname()) return true
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const lostStep = 'The relay ended while this step was under way.'

const giveUp = async ({ database, onChange, log }: RecoverOptions, runId: string): Promise<void> => {
  const mark = `${runVariable}=${runId}`
  const left = await familyOf(mark, undefined)
  if (left.length > 0) await endFamily(mark, undefined, killGraceMs)
  const processes =
    left.length === 0
      ? ''
      : ` ${left.length === 1 ? 'One process' : `${left.length} processes`} of it ran on and ${left.length === 1 ? 'was' : 'were'} stopped now.`
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
        `The relay ended in the middle of this run, and the run was not carried on. Look at what its last step did before you run it again.${processes}`,
      ],
    )
  })
  log.warn({ runId }, `A playbook run was under way when the relay ended; it is marked as failed.${processes}`)
  onChange({ relation: 'playbook_run_actions' })
  onChange({ relation: 'playbook_runs', ids: [runId] })
}
