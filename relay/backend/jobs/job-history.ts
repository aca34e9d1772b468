import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Queryable } from '#relay/database/database.ts'
import { stableId } from '#relay/backend/stable-id.ts'
import { storableJson } from '#relay/backend/storable-json.ts'

/**
 * One run of scheduled work: a row of `job_history`. Times in milliseconds since the epoch. Of one job on one resource
 * at most one run is under way.
 */
export interface JobRun {
  /** Under way, or broken off before its end; without it the run came to its end. */
  readonly state?: 'running' | 'stopped'
  readonly name: string
  readonly resourceType: string
  readonly resourceId: string
  readonly startedAt: number
  /** Of a run under way: so far. */
  readonly endedAt: number
  readonly succeeded: number
  readonly failed: number
  /** Went wrong without failing: starts that were missed, for instance. */
  readonly warnings?: number
  readonly errors: readonly string[]
  readonly details?: Record<string, unknown>
}

export type JobStatus = 'RUNNING' | 'SUCCESS' | 'WARNING' | 'FAILED' | 'STOPPED'

export const toJobStatus = ({ state, succeeded, failed, warnings = 0 }: JobRun): JobStatus => {
  if (state !== undefined) return state === 'running' ? 'RUNNING' : 'STOPPED'
  if (failed === 0) return warnings === 0 ? 'SUCCESS' : 'WARNING'
  return succeeded === 0 ? 'FAILED' : 'WARNING'
}

/** The row of a run, and the row that it takes the place of. */
export interface JobRow {
  readonly id: string
  readonly replaces?: string
  readonly run: JobRun
}

/** How many of the good runs of one job on one resource are kept; a newer one takes the place of the oldest. */
const goodRunsMax = 3

/** Of so many jobs it is remembered which rows their good runs have; of those that ran the longest ago it is forgotten. */
const mostJobs = 20_000

/** The same after each start, and for all relays on a database, so that rows of good runs do not pile up. */
const listSlotIds = (job: string) => Array.from({ length: goodRunsMax }, (_, slot) => stableId(`job ${job} ${slot}`))

/**
 * Gives each bad run a row of its own, and each good run of a job the row of the oldest good one. A run that was written while it
 * was under way keeps its row to its end; when it ends well, the row of the oldest good one goes.
 */
export class JobRows {
  /** Row ids of the good runs of each job, oldest first. */
  readonly #good = new Map<string, readonly string[]>()
  readonly #underWay = new Map<string, string>()

  /** Of how many jobs something is remembered. */
  get size(): number {
    return this.#good.size + this.#underWay.size
  }

  assignRow(run: JobRun): JobRow {
    const job = `${run.name} ${run.resourceType} ${run.resourceId}`
    const status = toJobStatus(run)
    const begun = this.#underWay.get(job)
    if (status === 'RUNNING') {
      const id = begun ?? randomUUID()
      this.#underWay.set(job, id)
      return { id, run }
    }
    this.#underWay.delete(job)
    if (status !== 'SUCCESS') return { id: begun ?? randomUUID(), run }
    const [oldest = randomUUID(), ...newer] = this.#good.get(job) ?? listSlotIds(job)
    const id = begun ?? oldest
    this.#good.delete(job)
    this.#good.set(job, [...newer, id])
    const [forgotten] = this.#good.keys()
    if (this.#good.size > mostJobs && forgotten !== undefined) this.#good.delete(forgotten)
    return begun === undefined ? { id, run } : { id, replaces: oldest, run }
  }
}

/** Ends in the database what relays that are not among the living left under way; answers the ids of those rows. */
export const stopLostRuns = async (database: Queryable, living: readonly string[]): Promise<string[]> => {
  const reason = 'The relay ended while this run was under way. What came of it is not known.'
  const { rows } = await database.query<{ id: string }>(
    `update job_history
        set status = 'STOPPED', time_end = now(),
            details = coalesce(details, '{}') - 'relay' || jsonb_build_object('errors', jsonb_build_array($1::text))
      where status = 'RUNNING' and agent_id = '00000000-0000-0000-0000-000000000000'
        and coalesce(details ->> 'relay', '') <> all($2::text[])
      returning id`,
    [reason, living],
  )
  return rows.map(({ id }) => id)
}

const isOver = (run: JobRun) => run.state !== 'running'

/**
 * Writes runs and removes the rows that they replace; of several of one id the last counts. Those under way carry the id of the
 * relay, by which others know that they go on.
 */
export const writeJobRuns = async (database: Queryable, runs: readonly JobRow[], relay: string): Promise<void> => {
  const latest = new Map(
    runs.map(({ id, run }) => [
      id,
      {
        id,
        name: run.name,
        hostname: hostname(),
        resource_type: run.resourceType,
        resource_id: run.resourceId,
        status: toJobStatus(run),
        success_count: run.succeeded,
        error_count: run.failed,
        duration_millis: isOver(run) ? Math.round(run.endedAt - run.startedAt) : null,
        details: {
          ...run.details,
          ...(run.errors.length === 0 ? {} : { errors: run.errors }),
          ...(isOver(run) ? {} : { relay }),
        },
        time_start: new Date(run.startedAt).toISOString(),
        time_end: isOver(run) ? new Date(run.endedAt).toISOString() : null,
      },
    ]),
  )
  const replaced = runs.flatMap(({ replaces }) => replaces ?? [])
  for (const id of replaced) latest.delete(id)
  await database.query(
    `insert into job_history (id, name, hostname, resource_type, resource_id, status, success_count, error_count,
                              duration_millis, details, time_start, time_end)
     select id, name, hostname, resource_type, resource_id, status, success_count, error_count, duration_millis, details,
            time_start, time_end
       from jsonb_to_recordset($1::jsonb) as given
            (id uuid, name text, hostname text, resource_type text, resource_id text, status text, success_count integer,
             error_count integer, duration_millis integer, details jsonb, time_start timestamptz, time_end timestamptz)
     on conflict (id) do update
        set hostname = excluded.hostname, status = excluded.status, success_count = excluded.success_count,
            error_count = excluded.error_count, duration_millis = excluded.duration_millis, details = excluded.details,
            time_start = excluded.time_start, time_end = excluded.time_end,
            created_at = case when job_history.status = 'RUNNING' then job_history.created_at else now() end`,
    [storableJson([...latest.values()])],
  )
  if (replaced.length > 0) await database.query('delete from job_history where id = any($1::uuid[])', [replaced])
}

/** Removes rows of good runs that an earlier relay left and nobody knows of any more: of each job the newest are kept. */
export const removeOldGoodRuns = async (database: Queryable): Promise<void> => {
  await database.query(
    `delete from job_history where id in (
       select id from (
         select id, row_number() over (partition by name, resource_type, resource_id order by time_start desc) as place
           from job_history where status = 'SUCCESS' and agent_id = '00000000-0000-0000-0000-000000000000'
       ) as good where place > $1)`,
    [goodRunsMax],
  )
}
