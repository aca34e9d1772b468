import { z } from 'zod'
import type { Queryable } from '#relay/database/database.ts'
import type { OnCall } from './who-is-on-call.ts'

/** A message as it was made when the thing happened. */
const payloadSchema = z.object({
  title: z.string(),
  message: z.string(),
  /** The place of the service among those of the rule; null for people, teams and playbooks. */
  service: z.number().nullish(),
  /** Of what kind the recipient is, and whether it is one of the fallback. */
  recipientKind: z.enum(['person', 'team', 'onCall', 'playbook', 'service', 'push']).optional(),
  isFallback: z.boolean().optional(),
  /** It was so after the waiting, and is looked at once more. */
  isEvaluated: z.boolean().optional(),
  /** As people read it: a name, never an address. */
  recipient: z.string(),
  /** Where what it is about is shown. */
  link: z.string().optional(),
  /** Where what it is about is acknowledged or silenced. */
  actLink: z.string().optional(),
  /** How what it is about was: its health, or the status of an incident. */
  state: z.string().optional(),
  /** How grave it is, as the thing says of itself. */
  severity: z.string().optional(),
  /** Whom it did not go to, and why: they want it so. */
  held: z.string().optional(),
  health: z.enum(['healthy', 'warning', 'unhealthy', 'unknown']).optional().catch(undefined),
  /** Of a push: which browser it goes to, beside or in place of a message that is for its person. */
  push: z
    .object({
      browser: z.string(),
      /** Its person was on call when they were told. */
      isOnCall: z.boolean(),
      /** Nothing else went to anybody of those the message is for. */
      isOnlyWay: z.boolean(),
    })
    .optional(),
  /** What else the message is about, where it is about several things. */
  members: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
})
export type Payload = z.infer<typeof payloadSchema>

const dueSchema = z.object({
  id: z.string(),
  notification_id: z.string(),
  parent_id: z.string().nullable(),
  resource_id: z.string(),
  source_event: z.string(),
  status: z.string(),
  person_id: z.string().nullable(),
  team_id: z.string().nullable(),
  retries: z.number().nullable(),
  count: z.number(),
  created_at: z.string(),
  payload: payloadSchema,
})
/** A message whose time has come. */
export type DueSend = z.infer<typeof dueSchema>

const columns =
  'id, notification_id, parent_id, resource_id, source_event, status, person_id, team_id, retries, count, created_at, payload'

const atMost = 50
/** Whoever took a message and did not come back to it by then was killed: somebody else sends it. */
const leaseSeconds = 60

/** Takes messages that are due, so that no other relay sends them meanwhile. */
export const takeDue = async (database: Queryable, room: number): Promise<readonly DueSend[]> => {
  const { rows } = await database.query(
    `update notification_send_history set not_before = now() + make_interval(secs => ${leaseSeconds}), retries = coalesce(retries, -1) + 1
      where id in (
        select id from notification_send_history
         where status in ('pending', 'evaluating-waitfor') and (not_before is null or not_before <= now())
         order by not_before nulls first, id
         for update skip locked
         limit $1)
     returning ${columns}`,
    [Math.min(room, atMost)],
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

/** What became of a message. */
export interface Ended {
  readonly status: string
  readonly error?: string | null
  readonly durationMs?: number
  readonly playbookRunId?: string | undefined
  /** Who was on call when it went, where it went to whoever that is. */
  readonly onCall?: OnCall | undefined
  /** Whom it did not go to by their own wish. */
  readonly held?: string | undefined
  /** The message as it was sent, where that is not how it was kept. */
  readonly body?: string | undefined
}

/** Writes what became of a message. */
export const endSend = async (
  database: Queryable,
  id: string,
  { status, error = null, durationMs, playbookRunId, onCall, held, body }: Ended,
): Promise<void> => {
  await database.query(
    `update notification_send_history
        set status = $2, error = $3, duration_millis = $4, playbook_run_id = coalesce($5::uuid, playbook_run_id),
            body = coalesce($6, body), not_before = null, person_id = coalesce($7::uuid, person_id),
            payload = payload || jsonb_strip_nulls(jsonb_build_object('recipient', $8::text, 'held', $9::text))
      where id = $1`,
    [
      id,
      status,
      error,
      durationMs ?? null,
      playbookRunId ?? null,
      body ?? null,
      onCall?.person ?? null,
      onCall?.name ?? null,
      held ?? null,
    ],
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

/** Looks at a message once more after a while, as one whose waiting is not over. */
export const waitOn = async (database: Queryable, { id, payload }: DueSend, waitMs: number): Promise<void> => {
  await database.query(
    `update notification_send_history
        set not_before = now() + make_interval(secs => $2), retries = null, payload = $3 where id = $1`,
    [id, waitMs / 1_000, JSON.stringify(payload)],
  )
}
