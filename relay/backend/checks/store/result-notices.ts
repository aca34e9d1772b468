import { z } from 'zod'
import { toSlices } from '#shared/primitives/to-slices.ts'
import type { CheckHistory } from '#relay/backend/checks/store/live-check.ts'
import type { StatusRow } from '#relay/backend/checks/store/status-store.ts'
import type { Queryable } from '#relay/database/database.ts'

/** Notification channel between relay instances: results that one of them stored. */
export const resultChannel = 'relay_check_results'

export const noticeSchema = z.object({
  from: z.string(),
  isUrgent: z.boolean(),
  results: z.array(z.tuple([z.string(), z.number()])).readonly(),
})
export type ResultNotice = z.infer<typeof noticeSchema>

/** PostgreSQL limits a notification to 8,000 bytes. */
const noticeMax = 120

/** Call it in the transaction that stores the rows. */
export const announceResults = async (
  transaction: Queryable,
  from: string,
  rows: readonly StatusRow[],
  isUrgent: boolean,
): Promise<void> => {
  const all = rows.map(({ checkId, outcome }) => [checkId, outcome.time] as const)
  const notices = toSlices(all, noticeMax).map((results) => JSON.stringify({ from, isUrgent, results }))
  await transaction.query(`select pg_notify('${resultChannel}', notice) from unnest($1::text[]) as notice`, [notices])
}

interface ResultRow {
  readonly check_id: string
  readonly status: string | null
  readonly last_transition_time: string | null
  readonly time: number
  readonly pass: boolean
  readonly duration: number | null
  readonly message: string | null
  readonly error: string | null
}

/** Oldest first. */
export const readResults = async (
  database: Queryable,
  results: ResultNotice['results'],
): Promise<ReadonlyMap<string, CheckHistory>> => {
  const { rows } = await database.query<ResultRow>(
    `select check_id, checks.status, checks.last_transition_time, (extract(epoch from time) * 1000)::float8 as time,
            coalesce(check_statuses.status, false) as pass, duration, message, error
       from unnest($1::uuid[], $2::timestamptz[]) as noticed (check_id, time)
       join check_statuses using (check_id, time)
       join checks on checks.id = check_id
      order by check_statuses.time`,
    [results.map(([id]) => id), results.map(([, time]) => new Date(time).toISOString())],
  )
  const histories = new Map<string, CheckHistory & { readonly outcomes: CheckHistory['outcomes'][number][] }>()
  for (const { check_id: id, status, last_transition_time: turned, time, pass, duration, message, error } of rows) {
    const history = histories.get(id) ?? {
      status: status ?? '',
      lastTransition: turned === null ? null : Date.parse(turned),
      outcomes: [],
    }
    histories.set(id, history)
    history.outcomes.push({
      time: Math.round(time),
      pass,
      durationMs: duration,
      message: message ?? '',
      error: error ?? '',
    })
  }
  return histories
}
