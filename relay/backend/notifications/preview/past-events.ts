import { eventsByKind, type EventKind } from '#shared/notifications/notification-values.ts'
import { dayMs } from '#shared/primitives/time-units.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { QueuedEvent } from '#relay/backend/notifications/events/event-queue.ts'

const days = 7
export const pastMost = 500

export type PastEvent = Omit<QueuedEvent, 'attempts'>

interface PastRow {
  readonly event: string
  readonly kind: EventKind
  readonly id: string
  readonly at: string
}

export const readPastEvents = async (database: Queryable, events: readonly string[]): Promise<readonly PastEvent[]> => {
  const { rows } = await database.query<PastRow>(
    `with decided as (
       select event, resource_kind as kind, resource_id as id, happened_at as at from relay.notification_decisions
        where event = any($1) and happened_at > now() - interval '${days} days' order by happened_at desc limit ${pastMost}
     ), turned as (
       select case status when 'unhealthy' then 'check.failed' else 'check.passed' end as event, 'check' as kind, id,
         last_transition_time as at
         from checks where deleted_at is null and status in ('healthy', 'unhealthy')
          and last_transition_time > now() - interval '${days} days'
        order by last_transition_time desc limit ${pastMost}
     ), changed as (
       select case change_type when 'diff' then 'config.updated' else 'config.changed' end as event, 'config' as kind,
         config_id as id, created_at as at
         from config_changes
        where ('config.updated' = any($1) or 'config.changed' = any($1)) and created_at > now() - interval '${days} days'
        order by created_at desc limit ${pastMost}
     ), known as (
       select * from decided
       union all
       select * from (select * from turned union all select * from changed) as other
        where event = any($1) and not exists (
          select 1 from decided where decided.event = other.event and decided.id = other.id
             and decided.at between other.at - interval '1 second' and other.at + interval '1 minute')
     )
     select * from known order by at desc, id limit ${pastMost}`,
    [events],
  )
  return rows.map(({ event, kind, id, at }) => ({ id: `${event} ${id}`, event, kind, about: { id }, at }))
}

export const pastSince = (nowMs: number): string => new Date(nowMs - days * dayMs).toISOString()

export const isEvent = (event: string): boolean =>
  Object.values(eventsByKind).some((names) => names.some((name) => name === event))
