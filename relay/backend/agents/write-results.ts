import type { ReportedRow } from '#relay/backend/agents/read-rows.ts'
import {
  selectNewResults,
  toResult,
  type KnownCheck,
  type ReportedResults,
} from '#relay/backend/agents/select-new-results.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

export interface WrittenResults {
  readonly checkIds: readonly string[]
  readonly newest: readonly ReportedResults[]
  readonly since: number | undefined
}

const toIso = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString())

export const writeResults = async (database: Queryable, rows: readonly ReportedRow[]): Promise<WrittenResults> => {
  const inserted = await database.query<{ check_id: string; time: string }>(
    `insert into check_statuses (check_id, time, status, invalid, duration, message, error, severity, details, is_pushed)
     select check_id, time, status, invalid, duration, message, error, severity, details, true
       from jsonb_populate_recordset(null::check_statuses, $1::jsonb)
     on conflict (check_id, time) do nothing
     returning check_id, time`,
    [storableJson(rows)],
  )
  const fresh = new Set(inserted.rows.map(({ check_id, time }) => `${check_id} ${Date.parse(time)}`))
  const checkIds = [...new Set(inserted.rows.map((row) => row.check_id))]
  if (checkIds.length === 0) return { checkIds, newest: [], since: undefined }
  const { rows: known } = await database.query<KnownCheck>(
    'select id, status, last_runtime from checks where id = any($1::uuid[]) order by id for update',
    [checkIds],
  )
  const newest = selectNewResults(
    known,
    rows.map(toResult).filter(({ checkId, outcome }) => fresh.has(`${checkId} ${outcome.time}`)),
  )
  await database.query(
    `update checks
        set status = given.status, last_runtime = given.last_runtime, updated_at = now(),
            last_transition_time = coalesce(given.turned, checks.last_transition_time)
       from jsonb_to_recordset($1::jsonb) as given (id uuid, status text, last_runtime timestamptz, turned timestamptz)
      where checks.id = given.id`,
    [
      storableJson(
        newest.map(({ checkId, outcomes, turnedAtMs }) => ({
          id: checkId,
          status: outcomes.at(-1)?.pass === true ? 'healthy' : 'unhealthy',
          last_runtime: toIso(outcomes.at(-1)?.time),
          turned: toIso(turnedAtMs),
        })),
      ),
    ],
  )
  const since = inserted.rows.reduce((least, { time }) => Math.min(least, Date.parse(time)), Infinity)
  return { checkIds, newest, since }
}
