import type { Database, Queryable } from '#relay/database/database.ts'
import type { Job } from '#relay/backend/jobs/jobs.ts'

/** The current hour and day are rolled up again until they end. */
export const rollUp = async (database: Database): Promise<{ hours: number; days: number }> => {
  const hours = await database.query(
    `insert into check_statuses_1h (check_id, created_at, duration, total, passed, failed)
     select check_id, date_trunc('hour', time, 'UTC'), coalesce(sum(duration), 0), count(*),
            count(*) filter (where status), count(*) filter (where not status)
       from check_statuses
      where time >= coalesce((select max(created_at) from check_statuses_1h), '-infinity')
      group by 1, 2
     on conflict (check_id, created_at) do update
        set duration = excluded.duration, total = excluded.total, passed = excluded.passed, failed = excluded.failed`,
  )
  const days = await database.query(
    `insert into check_statuses_1d (check_id, created_at, duration, total, passed, failed)
     select check_id, date_trunc('day', created_at, 'UTC'), sum(duration), sum(total), sum(passed), sum(failed)
       from check_statuses_1h
      where created_at >= coalesce((select max(created_at) from check_statuses_1d), '-infinity')
      group by 1, 2
     on conflict (check_id, created_at) do update
        set duration = excluded.duration, total = excluded.total, passed = excluded.passed, failed = excluded.failed`,
  )
  return { hours: hours.affectedRows, days: days.affectedRows }
}

export const rollUpLate = async (database: Queryable, checkIds: readonly string[], since: string): Promise<void> => {
  await database.query(
    `insert into check_statuses_1h (check_id, created_at, duration, total, passed, failed)
     select check_id, date_trunc('hour', time, 'UTC'), coalesce(sum(duration), 0), count(*),
            count(*) filter (where status), count(*) filter (where not status)
       from check_statuses
      where check_id = any($1::uuid[]) and time >= date_trunc('hour', $2::timestamptz, 'UTC')
      group by 1, 2
     on conflict (check_id, created_at) do update
        set duration = excluded.duration, total = excluded.total, passed = excluded.passed, failed = excluded.failed`,
    [checkIds, since],
  )
  await database.query(
    `insert into check_statuses_1d (check_id, created_at, duration, total, passed, failed)
     select check_id, date_trunc('day', created_at, 'UTC'), sum(duration), sum(total), sum(passed), sum(failed)
       from check_statuses_1h
      where check_id = any($1::uuid[]) and created_at >= date_trunc('day', $2::timestamptz, 'UTC')
      group by 1, 2
     on conflict (check_id, created_at) do update
        set duration = excluded.duration, total = excluded.total, passed = excluded.passed, failed = excluded.failed`,
    [checkIds, since],
  )
}

export const rollUpJob = (database: Database): Job => ({
  name: 'CheckStatusRollUp',
  schedule: '@every 5m',
  resourceType: 'check_statuses',
  run: async () => {
    const { hours, days } = await rollUp(database)
    return { count: hours + days, details: { hours, days } }
  },
})
