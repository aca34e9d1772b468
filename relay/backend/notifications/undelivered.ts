import type { Queryable } from '#relay/database/database.ts'
import { isNoPush } from './push/push-sends.ts'

interface Undelivered {
  readonly rule: string
  readonly error: string
  readonly at: string
  readonly rules: number
}

export const undelivered = async (database: Queryable): Promise<string | undefined> => {
  const { rows } = await database.query<Undelivered>(
    `select notifications.name as rule, coalesce(last.error, '') as error, last.created_at as at, count(*) over ()::int as rules
       from notifications cross join lateral (
         select id, status, error, created_at from notification_send_history
          where notification_id = notifications.id and parent_id is null and status in ('sent', 'error')
            and created_at > now() - interval '1 day'
          order by created_at desc limit 1) as last
      where notifications.deleted_at is null and last.status = 'error'
        and coalesce(notifications.updated_at, last.created_at) <= last.created_at
        and not exists (select 1 from notification_send_history where parent_id = last.id and ${isNoPush} and status = 'sent')
      order by last.created_at desc limit 1`,
  )
  const [newest] = rows
  if (newest === undefined) return undefined
  const others = newest.rules === 1 ? '' : ` So it is with ${newest.rules - 1} more.`
  return `A message of the rule ${newest.rule} was given up. ${newest.error}${others}`
}
