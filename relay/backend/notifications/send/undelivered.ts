import type { Queryable } from '#relay/database/database.ts'
import { isNoMember } from '#relay/backend/notifications/outbox/outbox.ts'
import { isNoPush } from '#relay/backend/notifications/push/push-sends.ts'

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
          where notification_id = notifications.id and parent_id is null and ${isNoMember} and status in ('sent', 'error')
            and created_at > now() - interval '1 day'
          order by created_at desc limit 1) as last
      where notifications.deleted_at is null and last.status = 'error'
        and coalesce(notifications.updated_at, last.created_at) <= last.created_at
        and not exists (select 1 from notification_send_history where parent_id = last.id and ${isNoPush} and status = 'sent')
      order by last.created_at desc limit 1`,
  )
  const [newest] = rows
  if (newest === undefined) return undefined
  const more = newest.rules - 1
  const others = more === 0 ? '' : more === 1 ? ' 1 more rule is failing.' : ` ${more} more rules are failing.`
  return `The last message of rule ${newest.rule} could not be delivered. ${newest.error}${others}`
}
