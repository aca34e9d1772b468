import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { localAgent } from '#shared/agents/local-agent.ts'
import type { Queryable } from '#relay/database/database.ts'
import { stableId } from '#relay/backend/rows/stable-id.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'

export interface JobRun {
  readonly state?: 'running' | 'stopped'
  readonly name: string
  readonly resourceType: string
  readonly resourceId: string
  readonly startedAt: number
  readonly endedAt: number
  /** Time that the work took, for runs that also wait. */
  readonly workMs?: number
  readonly succeeded: number
  readonly failed: number
  readonly warnings?: number
  readonly errors: readonly string[]
  readonly details?: Record<string, unknown>
}

type JobStatus = 'RUNNING' | 'SUCCESS' | 'WARNING' | 'FAILED' | 'STOPPED'

export const toJobStatus = ({ state, succeeded, failed, warnings = 0 }: JobRun): JobStatus => {
  if (state !== undefined) return state === 'running' ? 'RUNNING' : 'STOPPED'
  if (failed === 0) return warnings === 0 ? 'SUCCESS' : 'WARNING'
  return succeeded === 0 ? 'FAILED' : 'WARNING'
}

export interface JobRow {
  readonly id: string
  readonly replaces?: string
  readonly run: JobRun
}

const goodRunsMax = 3

const mostJobs = 20_000

/**
 * Deterministic ids: the same after each restart and on every relay instance, so that rows of good runs do not pile up.
 */
const listSlotIds = (job: string) => Array.from({ length: goodRunsMax }, (_, slot) => stableId(`job ${job} ${slot}`))

/**
 * A failed run gets its own row; a successful one reuses the row of the oldest successful run.
 * A run that was stored while running keeps its row, and the oldest successful row is removed when it succeeds.
 */
export class JobRows {
  readonly #good = new Map<string, readonly string[]>()
  readonly #underWay = new Map<string, string>()

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

/** Milliseconds, by resource id, of runs that ended. */
export const readLastStarts = async (
  database: Queryable,
  name: string,
  resourceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await database.query<{ resource_id: string; at: number }>(
    `select resource_id, (extract(epoch from max(time_start)) * 1000)::float8 as at from job_history
      where name = $1 and resource_id = any($2::text[]) and agent_id = '${localAgent}' and status not in ('RUNNING', 'STOPPED')
      group by resource_id`,
    [name, resourceIds],
  )
  return new Map(rows.map(({ resource_id: id, at }) => [id, at]))
}

export const stopLostRuns = async (database: Queryable, living: readonly string[]): Promise<string[]> => {
  const reason = 'The relay stopped during this run. Its result is unknown.'
  const { rows } = await database.query<{ id: string }>(
    `update job_history
        set status = 'STOPPED', time_end = now(),
            details = coalesce(details, '{}') - 'relay' || jsonb_build_object('errors', jsonb_build_array($1::text))
      where status = 'RUNNING' and agent_id = '${localAgent}'
        and coalesce(details ->> 'relay', '') <> all($2::text[])
      returning id`,
    [reason, living],
  )
  return rows.map(({ id }) => id)
}

const isOver = (run: JobRun) => run.state !== 'running'

/** Running rows carry the relay's id, so that other instances can detect lost runs. The last entry per id wins. */
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
        duration_millis: isOver(run) ? Math.round(run.workMs ?? run.endedAt - run.startedAt) : null,
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

export const removeOldGoodRuns = async (database: Queryable): Promise<void> => {
  await database.query(
    `delete from job_history where id in (
       select id from (
         select id, row_number() over (partition by name, resource_type, resource_id order by time_start desc) as place
           from job_history where status = 'SUCCESS' and agent_id = '${localAgent}'
       ) as good where place > $1)`,
    [goodRunsMax],
  )
}
