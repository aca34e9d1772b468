import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Queryable } from '#relay/database/database.ts'
import type { NotificationRule, Recipient } from './rules.ts'

/** A message as it was made when the thing happened. */
const payloadSchema = z.object({
  title: z.string(),
  message: z.string(),
  /** The place of the service among those of the rule; null for people, teams and playbooks. */
  service: z.number().nullish(),
  /** As people read it: a name, never an address. */
  recipient: z.string(),
  /** Where what it is about is shown. */
  link: z.string().optional(),
  health: z.enum(['healthy', 'warning', 'unhealthy', 'unknown']).optional().catch(undefined),
})
type Payload = z.infer<typeof payloadSchema>

const dueSchema = z.object({
  id: z.string(),
  notification_id: z.string(),
  resource_id: z.string(),
  source_event: z.string(),
  status: z.string(),
  person_id: z.string().nullable(),
  team_id: z.string().nullable(),
  retries: z.number().nullable(),
  payload: payloadSchema,
})
/** A message whose time has come. */
export type DueSend = z.infer<typeof dueSchema>

interface NewSend {
  readonly rule: NotificationRule
  readonly recipient: Recipient
  readonly resourceId: string
  readonly event: string
  readonly status: string
  readonly payload: Payload
  readonly silencedBy?: string | undefined
  readonly parentId?: string | undefined
  readonly notBefore?: Date | undefined
}

const idOf = (recipient: Recipient, kind: Recipient['kind']) =>
  recipient.kind === kind && recipient.kind !== 'service' ? recipient.id : null

/** Keeps a message, to be sent or with why it is not. */
export const keepSend = async (database: Queryable, send: NewSend): Promise<void> => {
  const { rule, recipient, resourceId, event, status, payload, silencedBy, parentId, notBefore } = send
  await database.query(
    `insert into notification_send_history
       (id, notification_id, resource_id, source_event, status, person_id, team_id, payload, body, silenced_by, parent_id, not_before)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      randomUUID(),
      rule.id,
      resourceId,
      event,
      status,
      idOf(recipient, 'person'),
      idOf(recipient, 'team'),
      JSON.stringify(payload),
      payload.message,
      silencedBy ?? null,
      parentId ?? null,
      notBefore?.toISOString() ?? null,
    ],
  )
}

/** Counts one more message that was not sent for the same reason, where there is such a row of the last day already. */
export const countAgain = async (
  database: Queryable,
  { rule, resourceId, event, status, silencedBy, parentId }: Omit<NewSend, 'payload' | 'recipient' | 'notBefore'>,
): Promise<boolean> => {
  const { affectedRows } = await database.query(
    `update notification_send_history set count = count + 1, created_at = now()
      where id = (
        select id from notification_send_history
         where notification_id = $1 and resource_id = $2 and source_event = $3 and status = $4
           and silenced_by is not distinct from $5::uuid and parent_id is not distinct from $6::uuid
           and created_at > now() - interval '1 day'
         order by created_at desc limit 1)`,
    [rule.id, resourceId, event, status, silencedBy ?? null, parentId ?? null],
  )
  return affectedRows > 0
}

/** The message that a rule sent, or is about to send, of the same thing not longer ago than its interval. */
export const sentBefore = async (
  database: Queryable,
  { rule, resourceId, event }: Pick<NewSend, 'rule' | 'resourceId' | 'event'>,
): Promise<string | undefined> => {
  const { rows } = await database.query<{ id: string }>(
    `select id from notification_send_history
      where notification_id = $1 and resource_id = $2 and source_event = $3
        and status in ('sent', 'pending', 'evaluating-waitfor')
        and created_at > now() - make_interval(secs => $4)
      order by created_at desc limit 1`,
    [rule.id, resourceId, event, rule.repeatMs / 1_000],
  )
  return rows[0]?.id
}

const atOnce = 20
/** Whoever took a message and did not come back to it by then was killed: somebody else sends it. */
const leaseSeconds = 60

/** Takes messages that are due, so that no other relay sends them meanwhile. */
export const takeDue = async (database: Queryable): Promise<readonly DueSend[]> => {
  const { rows } = await database.query(
    `update notification_send_history set not_before = now() + make_interval(secs => ${leaseSeconds}), retries = coalesce(retries, -1) + 1
      where id in (
        select id from notification_send_history
         where status in ('pending', 'evaluating-waitfor') and (not_before is null or not_before <= now())
         order by not_before nulls first, id
         for update skip locked
         limit ${atOnce})
     returning id, notification_id, resource_id, source_event, status, person_id, team_id, retries, payload`,
  )
  return rows.flatMap((row) => dueSchema.safeParse(row).data ?? [])
}

/** When the next message is due, in milliseconds from now; undefined where none waits. */
export const nextDueMs = async (database: Queryable): Promise<number | undefined> => {
  const { rows } = await database.query<{ ms: number | null }>(
    `select (extract(epoch from (min(coalesce(not_before, now())) - now())) * 1000)::float8 as ms
       from notification_send_history where status in ('pending', 'evaluating-waitfor')`,
  )
  return rows[0]?.ms ?? undefined
}

interface Ended {
  readonly status: string
  readonly error?: string | null
  readonly durationMs?: number
  readonly playbookRunId?: string | undefined
}

/** Writes what became of a message. */
export const endSend = async (
  database: Queryable,
  id: string,
  { status, error = null, durationMs, playbookRunId }: Ended,
): Promise<void> => {
  await database.query(
    `update notification_send_history
        set status = $2, error = $3, duration_millis = $4, playbook_run_id = coalesce($5::uuid, playbook_run_id), not_before = null
      where id = $1`,
    [id, status, error, durationMs ?? null, playbookRunId ?? null],
  )
}

/** Lets a message wait for its next try, and keeps why the last one failed. */
export const postpone = async (database: Queryable, id: string, error: string, waitMs: number): Promise<void> => {
  await database.query(
    `update notification_send_history
        set status = 'pending', error = $2, not_before = now() + make_interval(secs => $3) where id = $1`,
    [id, error, waitMs / 1_000],
  )
}
