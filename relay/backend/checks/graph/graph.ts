import type { Queryable } from '#relay/database/database.ts'
import type { GraphRequest } from '#relay/backend/checks/graph/graph-request.ts'

interface BucketRow {
  readonly bucket: string
  readonly total: number
  readonly passed: number
  readonly failed: number
  readonly duration: number
  readonly message: string | null
  readonly error: string | null
}

interface FigureRow {
  readonly p99: number | null
  readonly p97: number | null
  readonly p95: number | null
  readonly rolling1h: number | null
  readonly last_pass: string | null
  readonly last_fail: string | null
}

interface Timeseries {
  readonly time: string
  readonly status?: true
  readonly message?: string
  readonly error?: string
  readonly duration: number
  readonly count?: number
  readonly passed?: number
  readonly failed?: number
}

export interface Graph {
  readonly status: readonly Timeseries[] | null
  readonly latency: { readonly p99?: number; readonly p97?: number; readonly p95?: number; readonly rolling1h: number }
  readonly uptime: {
    readonly passed: number
    readonly failed: number
    readonly last_pass?: string
    readonly last_fail?: string
  }
}

const toIso = (ms: number) => new Date(ms).toISOString()

/** Uses single results while they are retained, before that hourly and then daily roll-ups. */
export const readGraph = async (database: Queryable, request: GraphRequest): Promise<Graph> => {
  const { checkId, canaryId, start, end, bucketMs, includeMessages } = request
  const range = [checkId ?? null, canaryId ?? null, toIso(start), toIso(end)]
  const { rows: buckets } = await database.query<BucketRow>(
    `with wanted as (
       select id from checks where ($1::uuid is null or id = $1) and ($2::uuid is null or canary_id = $2)
     ), raw as (
       select time, status, duration, message, error
         from check_statuses
        where check_id in (select id from wanted) and time >= $3::timestamptz and time < $4::timestamptz
     ), oldest as (
       select coalesce((select min(time) from check_statuses where check_id in (select id from wanted)), $4::timestamptz)
              as raw
     ), hours as (
       select created_at, total, passed, failed, duration
         from check_statuses_1h
        where check_id in (select id from wanted) and created_at >= $3::timestamptz and created_at < $4::timestamptz
          and created_at + interval '1 hour' <= (select raw from oldest)
     ), days as (
       select created_at, total, passed, failed, duration
         from check_statuses_1d
        where check_id in (select id from wanted) and created_at >= $3::timestamptz and created_at < $4::timestamptz
          and created_at + interval '1 day' <= least(
                (select raw from oldest),
                (select min(created_at) from check_statuses_1h where check_id in (select id from wanted)))
     ), parts as (
       select time, 1 as total, status::int as passed, (not status)::int as failed, coalesce(duration, 0) as duration,
              message, error
         from raw
       union all
       select created_at, total, passed, failed, duration, null, null from hours
       union all
       select created_at, total, passed, failed, duration, null, null from days
     )
     select date_bin($5::interval, time, timestamptz '2000-01-01 00:00:00Z') as bucket,
            sum(total)::int as total, sum(passed)::int as passed, sum(failed)::int as failed,
            sum(duration)::float8 as duration,
            (array_agg(message order by time desc) filter (where message is not null))[1] as message,
            (array_agg(error order by time desc) filter (where error is not null))[1] as error
       from parts
      group by 1
      order by 1`,
    [...range, `${bucketMs} milliseconds`],
  )
  const { rows: figures } = await database.query<FigureRow>(
    `with raw as (
       select time, status, duration
         from check_statuses
        where check_id in (
                select id from checks where ($1::uuid is null or id = $1) and ($2::uuid is null or canary_id = $2))
          and time >= $3::timestamptz and time < $4::timestamptz
     )
     select percentile_disc(0.99) within group (order by duration) as p99,
            percentile_disc(0.97) within group (order by duration) as p97,
            percentile_disc(0.95) within group (order by duration) as p95,
            (avg(duration) filter (where time >= $4::timestamptz - interval '1 hour'))::float8 as rolling1h,
            max(time) filter (where status) as last_pass,
            max(time) filter (where not status) as last_fail
       from raw`,
    range,
  )
  const sum = (of: 'passed' | 'failed') => buckets.reduce((total, row) => total + row[of], 0)
  const [figure] = figures
  return {
    status: buckets.length === 0 ? null : buckets.map((row) => toTimeseries(row, includeMessages)),
    latency: {
      ...withoutFalsy({ p99: figure?.p99, p97: figure?.p97, p95: figure?.p95 }),
      rolling1h: Math.round((figure?.rolling1h ?? 0) * 10) / 10,
    },
    uptime: {
      passed: sum('passed'),
      failed: sum('failed'),
      ...withoutFalsy({ last_pass: isoText(figure?.last_pass), last_fail: isoText(figure?.last_fail) }),
    },
  }
}

const toTimeseries = (row: BucketRow, includeMessages: boolean): Timeseries => ({
  time: toIso(Date.parse(row.bucket)),
  ...(row.failed === 0 && row.passed > 0 ? { status: true } : {}),
  ...(includeMessages ? withoutFalsy({ message: row.message, error: row.error }) : {}),
  duration: row.total === 0 ? 0 : Math.round(row.duration / row.total),
  ...withoutFalsy({ count: row.total, passed: row.passed, failed: row.failed }),
})

const isoText = (time: string | null | undefined) => (time == null ? undefined : toIso(Date.parse(time)))

type WithoutFalsy<T> = { [Key in keyof T]?: NonNullable<T[Key]> }
const withoutFalsy = <T extends Record<string, string | number | null | undefined>>(fields: T): WithoutFalsy<T> => {
  const filled = Object.entries(fields).filter(([, value]) => value != null && value !== '' && value !== 0)
  return Object.fromEntries(filled) as WithoutFalsy<T>
}
