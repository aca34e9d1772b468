import type { Queryable } from '#relay/database/database.ts'
import { failureEvents, filterStillFailing } from '#relay/backend/notifications/events/filter-still-failing.ts'
import { holdsAt, readSilences } from './silences.ts'

interface SuppressedEvent {
  readonly resource_id: string
  readonly event: string
}

/**
 * Queues suppressed events again for resources that are still failing when their silence ends. `retries` marks a
 * row as handled, so it happens once.
 */
export const raiseAfterSilences = async (database: Queryable): Promise<boolean> => {
  const { rows: waiting } = await database.query<{ silenced_by: string }>(
    `select distinct silenced_by from notification_send_history
      where status = 'silenced' and retries is null and created_at > now() - interval '30 days'`,
  )
  if (waiting.length === 0) return false
  const holding = new Set(
    (await readSilences(database)).filter((each) => holdsAt(each, Date.now())).map(({ id }) => id),
  )
  const ended = waiting.flatMap(({ silenced_by: id }) => (holding.has(id) ? [] : [id]))
  if (ended.length === 0) return false
  const { rows } = await database.query<SuppressedEvent>(
    `update notification_send_history set retries = 0
      where status = 'silenced' and retries is null and silenced_by = any($1::uuid[])
     returning resource_id, source_event as event`,
    [ended],
  )
  let some = false
  for (const event of failureEvents) {
    const ids = rows.filter((row) => row.event === event).map(({ resource_id: id }) => id)
    if (ids.length === 0) continue
    const resources = [...new Set(ids)].map((id) => ({ id }))
    const failing = await filterStillFailing(database, event, resources)
    if (failing.length === 0) continue
    some = true
    await database.query(
      `insert into event_queue (name, properties)
       select $1, jsonb_build_object('id', id, 'at', clock_timestamp(), 'after_silence', true) from unnest($2::uuid[]) as id`,
      [event, failing.map(({ id }) => id)],
    )
  }
  return some
}
