import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Queryable } from '#relay/database/database.ts'
import { stableId } from '#relay/backend/stable-id.ts'
import { storableJson } from '#relay/backend/storable-json.ts'

/** One run of scheduled work: a row of `job_history` (contract 3.1). Times in milliseconds since the epoch. */
export interface JobRun {
  readonly name: string
  readonly resourceType: string
  readonly resourceId: string
  readonly startedAt: number
  readonly endedAt: number
  readonly succeeded: number
  readonly failed: number
  /** Went wrong without failing: starts that were missed, for instance. */
  readonly warnings?: number
  readonly errors: readonly string[]
  readonly details?: Record<string, unknown>
}

export type JobStatus = 'SUCCESS' | 'WARNING' | 'FAILED'

export const statusOf = ({ succeeded, failed, warnings = 0 }: JobRun): JobStatus => {
  if (failed === 0) return warnings === 0 ? 'SUCCESS' : 'WARNING'
  return succeeded === 0 ? 'FAILED' : 'WARNING'
}

/** How many of the good runs of one job on one resource are kept; a newer one takes the place of the oldest. */
const goodRunsKept = 3

/** Gives each good run of a job the row of the oldest good one, and each bad run a row of its own. */
export class JobRows {
  readonly #places = new Map<string, number>()

  idOf(run: JobRun): string {
    if (statusOf(run) !== 'SUCCESS') return randomUUID()
    const job = `${run.name} ${run.resourceType} ${run.resourceId}`
    const place = this.#places.get(job) ?? 0
    this.#places.set(job, (place + 1) % goodRunsKept)
    return stableId(`job ${job} ${place}`)
  }
}

export const writeJobRuns = async (
  database: Queryable,
  runs: readonly { readonly id: string; readonly run: JobRun }[],
): Promise<void> => {
  const given = new Map(
    runs.map(({ id, run }) => [
      id,
      {
        id,
        name: run.name,
        hostname: hostname(),
        resource_type: run.resourceType,
        resource_id: run.resourceId,
        status: statusOf(run),
        success_count: run.succeeded,
        error_count: run.failed,
        duration_millis: Math.round(run.endedAt - run.startedAt),
        details: { ...run.details, ...(run.errors.length === 0 ? {} : { errors: run.errors }) },
        time_start: new Date(run.startedAt).toISOString(),
        time_end: new Date(run.endedAt).toISOString(),
      },
    ]),
  )
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
            time_start = excluded.time_start, time_end = excluded.time_end, created_at = now()`,
    [storableJson([...given.values()])],
  )
}
