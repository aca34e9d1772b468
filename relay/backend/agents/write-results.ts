import type { CheckOutcome } from '#relay/backend/checks/live-check.ts'
import type { ReportedRow } from '#relay/backend/agents/read-rows.ts'
import { storableJson } from '#relay/backend/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

/** Results of one check that were not known before and are newer than those that were, oldest first. */
interface ReportedResults {
  readonly checkId: string
  readonly outcomes: readonly CheckOutcome[]
}

/** What an agent's results came to. */
export interface WrittenResults {
  readonly checkIds: readonly string[]
  readonly newest: readonly ReportedResults[]
  /** When the oldest of those that were written was found; undefined when none was. */
  readonly since: number | undefined
}

interface Known {
  readonly id: string
  readonly status: string | null
  readonly last_runtime: string | null
}

const isoOf = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString())
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const outcomeOf = (row: ReportedRow): CheckOutcome => ({
  time: Date.parse(text(row['time'])),
  pass: row['status'] === true,
  invalid: row['invalid'] === true,
  durationMs: typeof row['duration'] === 'number' ? row['duration'] : null,
  message: text(row['message']),
  error: text(row['error']),
  details: undefined,
})

/** When the newest of these turned the check, which was `before`; null when none did. */
const turnOf = (outcomes: readonly CheckOutcome[], before: string | null): number | null => {
  let turned: number | null = null
  let status = before
  for (const { time, pass } of outcomes) {
    const next = pass ? 'healthy' : 'unhealthy'
    if (next !== status) turned = time
    status = next
  }
  return turned
}

/** Writes results of an agent's checks, each once however often it is reported, and what they make of their checks. */
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
  const { rows: known } = await database.query<Known>(
    'select id, status, last_runtime from checks where id = any($1::uuid[]) order by id for update',
    [checkIds],
  )
  const byCheck = new Map<string, CheckOutcome[]>()
  for (const row of rows) {
    const checkId = text(row['check_id'])
    const outcome = outcomeOf(row)
    if (!fresh.has(`${checkId} ${outcome.time}`)) continue
    byCheck.set(checkId, [...(byCheck.get(checkId) ?? []), outcome])
  }
  const newest = known.flatMap(({ id, status, last_runtime }): (ReportedResults & { status: string | null })[] => {
    const last = last_runtime === null ? -Infinity : Date.parse(last_runtime)
    const outcomes = (byCheck.get(id) ?? []).filter(({ time }) => time > last).sort((a, b) => a.time - b.time)
    return outcomes.length === 0 ? [] : [{ checkId: id, outcomes, status }]
  })
  await database.query(
    `update checks
        set status = given.status, last_runtime = given.last_runtime, updated_at = now(),
            last_transition_time = coalesce(given.turned, checks.last_transition_time)
       from jsonb_to_recordset($1::jsonb) as given (id uuid, status text, last_runtime timestamptz, turned timestamptz)
      where checks.id = given.id`,
    [
      storableJson(
        newest.map(({ checkId, outcomes, status }) => ({
          id: checkId,
          status: outcomes.at(-1)?.pass === true ? 'healthy' : 'unhealthy',
          last_runtime: isoOf(outcomes.at(-1)?.time),
          turned: isoOf(turnOf(outcomes, status)),
        })),
      ),
    ],
  )
  const since = inserted.rows.reduce((least, { time }) => Math.min(least, Date.parse(time)), Infinity)
  return { checkIds, newest, since }
}
