import type { CheckReport } from '#shared/health/check-report.ts'
import { recentResultsMax } from '#shared/health/check-summary.ts'
import { hourMs } from '#shared/primitives/time-units.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { Held } from '#relay/backend/schedule/guarded-database.ts'
import type { CheckHistory, CheckOutcome } from '#relay/backend/checks/store/live-check.ts'
import type { ConfirmedStatus } from '#relay/backend/checks/spec/confirmation.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'

export interface StatusRow {
  readonly checkId: string
  readonly outcome: CheckOutcome
  /** Null unless it is the first result or changed the status. */
  readonly lastTransition: number | null
  readonly nextRuntime: number | null
  /** Differs from the outcome while a turn is not confirmed. */
  readonly status?: ConfirmedStatus
  readonly report?: CheckReport | undefined
  /** Undefined for results that need no owner. */
  readonly held?: Held | undefined
  readonly onStored?: (() => void) | undefined
}

/** Rows of work that another relay instance has taken over are left out, until the transaction ends. */
export const selectHeld = async (transaction: Queryable, rows: readonly StatusRow[]): Promise<readonly StatusRow[]> => {
  const claims = new Map(rows.flatMap(({ held }) => (held === undefined ? [] : [[toText(held), held] as const])))
  const list = [...claims.values()]
  const { rows: found } = await transaction.query<{ shard: number }>(
    'select relay.held_shards($1::int[], $2::bigint[]) as shard',
    [list.map(({ shard }) => shard), list.map(({ epoch }) => epoch)],
  )
  const shards = new Set(found.map(({ shard }) => shard))
  const newest = new Map<number, number>()
  for (const { shard, epoch } of list) newest.set(shard, Math.max(epoch, newest.get(shard) ?? 0))
  return rows.filter(
    ({ held }) => held === undefined || (shards.has(held.shard) && newest.get(held.shard) === held.epoch),
  )
}

const toText = ({ shard, epoch }: Held): string => `${shard} ${epoch}`

const toIso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

export const writeStatuses = async (database: Queryable, rows: readonly StatusRow[]): Promise<void> => {
  const values = rows.map(
    ({ checkId, outcome, lastTransition, nextRuntime, status = outcome.pass ? 'healthy' : 'unhealthy' }) => ({
      check_id: checkId,
      time: toIso(outcome.time),
      status: outcome.pass,
      invalid: outcome.invalid,
      duration: outcome.durationMs === null ? null : Math.round(outcome.durationMs),
      message: outcome.message === '' ? null : outcome.message,
      error: outcome.error === '' ? null : outcome.error,
      // Details are half of a row and mostly repeat the previous ones, so they are stored only with transitions.
      details: lastTransition === null ? null : (outcome.details ?? null),
      last_transition: toIso(lastTransition),
      next_runtime: toIso(nextRuntime),
      confirmed: status === '' ? null : status,
    }),
  )
  await database.query(
    `with given as (
       select *
         from jsonb_to_recordset($1::jsonb) as row
              (check_id uuid, time timestamptz, status boolean, invalid boolean, duration integer, message text,
               error text, details jsonb, last_transition timestamptz, next_runtime timestamptz,
               confirmed text)
     ), written as (
       insert into check_statuses (check_id, time, status, invalid, duration, message, error, details)
       select given.check_id, given.time, given.status, given.invalid, given.duration, given.message, given.error,
              given.details
         from given
         join checks on checks.id = given.check_id
       on conflict (check_id, time) do nothing
     ), newest as (
       select distinct on (check_id) *, max(last_transition) over (partition by check_id) as turned
         from given order by check_id, time desc
     )
     update checks
        set status = coalesce(newest.confirmed, checks.status),
            last_runtime = newest.time,
            next_runtime = newest.next_runtime,
            last_transition_time = coalesce(newest.turned, checks.last_transition_time),
            updated_at = now()
       from newest
      where checks.id = newest.check_id`,
    [storableJson(values)],
  )
}

interface HistoryRow {
  readonly id: string
  readonly status: string | null
  readonly last_transition_time: string | null
  readonly message: string | null
  readonly times: number[] | null
  readonly statuses: boolean[] | null
  readonly durations: (number | null)[] | null
}

/** Of all checks, or of those in `ids`. */
export const readHistories = async (
  database: Queryable,
  now: number,
  ids?: readonly string[],
): Promise<Map<string, CheckHistory>> => {
  const { rows } = await database.query<HistoryRow>(
    `select checks.id, checks.status, checks.last_transition_time, known.message, known.times, known.statuses,
            known.durations
       from checks
       left join lateral (
         select array_agg((extract(epoch from time) * 1000)::float8 order by time) as times,
                array_agg(coalesce(status, false) order by time) as statuses,
                array_agg(duration order by time) as durations,
                (array_agg(coalesce(case when status is not true then nullif(error, '') end, nullif(message, ''), error, '')
                           order by time desc))[1] as message
           from (
             (select time, status, duration, message, error
                from check_statuses
               where check_id = checks.id
               order by time desc
               limit $2)
             union
             (select time, status, duration, message, error
                from check_statuses
               where check_id = checks.id and time > $1::timestamptz)
           ) as newest
       ) as known on true
      where checks.deleted_at is null and ($3::uuid[] is null or checks.id = any($3))`,
    [toIso(now - hourMs), recentResultsMax, ids ?? null],
  )
  return new Map(
    rows.map(({ id, status, last_transition_time, message, times, statuses, durations }) => [
      id,
      {
        status: status ?? '',
        lastTransition: last_transition_time === null ? null : Date.parse(last_transition_time),
        outcomes: (times ?? []).map((time, index) => ({
          time: Math.round(time),
          pass: statuses?.[index] ?? false,
          durationMs: durations?.[index] ?? null,
          message: message ?? '',
          error: '',
        })),
      },
    ]),
  )
}
