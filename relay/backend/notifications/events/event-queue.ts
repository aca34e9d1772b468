import { z } from 'zod'
import { eventsByKind, type EventKind } from '#shared/notifications/notification-values.ts'
import type { Queryable } from '#relay/database/database.ts'

const kindByEvent = new Map<string, EventKind>(
  Object.entries(eventsByKind).flatMap(([kind, names]) => names.map((name) => [name, kind as EventKind])),
)

export const eventKind = (event: string): EventKind => kindByEvent.get(event) ?? 'check'

const rowSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** `failed_for`, in seconds: of `check.passed`. */
    properties: z.looseObject({
      id: z.string(),
      failed_for: z.number().nullish().catch(null),
      only_rule: z.string().nullish(),
    }),
    created_at: z.string(),
    attempts: z.number(),
  })
  .transform(({ id, name, properties, created_at: at, attempts }) => ({
    id,
    event: name,
    kind: eventKind(name),
    about: properties,
    at,
    attempts,
  }))

export type QueuedEvent = z.output<typeof rowSchema>
/** Names a resource; `id` is a key of the caller. */
export type SubjectEvent = Pick<QueuedEvent, 'id' | 'event' | 'kind' | 'about'>

const atOnce = 200
const leaseSeconds = 60

/** Only this rule is evaluated for these events. */
export const queueForRule = async (
  database: Queryable,
  ruleId: string,
  events: readonly { readonly event: string; readonly subject: { readonly target: { readonly id: string } } }[],
): Promise<void> => {
  if (events.length === 0) return
  await database.query(
    `insert into event_queue (name, properties)
     select name, jsonb_build_object('id', id, 'at', clock_timestamp(), 'only_rule', $1::text)
       from unnest($2::text[], $3::uuid[]) as each (name, id)`,
    [ruleId, events.map(({ event }) => event), events.map(({ subject }) => subject.target.id)],
  )
}

export const isForRule = ({ about: { only_rule: only } }: QueuedEvent, rule: { readonly id: string }): boolean =>
  only == null || only === rule.id

/** Oldest first. Claimed events are leased, so that no other relay instance takes them. */
export const claimEvents = async (database: Queryable): Promise<readonly QueuedEvent[]> => {
  const { rows } = await database.query(
    `update event_queue set last_attempt = now(), attempts = coalesce(attempts, 0) + 1
      where id in (
        select id from event_queue
         where name = any($1) and (last_attempt is null or last_attempt < now() - make_interval(secs => ${leaseSeconds}))
         order by created_at, id
         for update skip locked
         limit ${atOnce})
     returning id, name, properties, created_at, attempts`,
    [[...kindByEvent.keys()]],
  )
  return rows
    .flatMap((row) => rowSchema.safeParse(row).data ?? [])
    .toSorted((one, other) => one.at.localeCompare(other.at) || one.id.localeCompare(other.id))
}

export const deleteEvents = async (transaction: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await transaction.query<{ id: string }>(
    'delete from event_queue where id = any($1::uuid[]) returning id',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Call only when no other relay instance decides. */
export const freeEvents = async (database: Queryable): Promise<void> => {
  await database.query('update event_queue set last_attempt = null where last_attempt is not null and name = any($1)', [
    [...kindByEvent.keys()],
  ])
}

/** Call only when no other relay instance sends. */
export const freeSends = async (database: Queryable): Promise<void> => {
  await database.query(
    `update notification_send_history set not_before = now()
      where status in ('pending', 'evaluating-waitfor') and retries is not null and error is null and not_before > now()`,
  )
}
