import { z } from 'zod'
import { listColumns } from '#shared/primitives/row-values.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { OnCall } from '#relay/backend/notifications/people/who-is-on-call.ts'

export const namedMost = 100
/** SQL: rows that are messages of their own. */
export const isNoMember = `payload ->> 'lead' is null`

const mentionsSchema = z.object({ names: z.array(z.string()).readonly(), hasOpenMention: z.boolean() })
const textSchema = z.object({
  title: z.string(),
  message: z.string(),
  mentions: mentionsSchema.optional(),
  properties: z.record(z.string(), z.string()).optional(),
  address: z.array(z.string()).readonly().optional(),
})

const payloadSchema = z.object({
  title: z.string(),
  message: z.string(),
  /** Index among the services of the rule; null for people, teams and playbooks. */
  service: z.number().nullish(),
  recipientKind: z.enum(['person', 'team', 'onCall', 'playbook', 'service', 'push']).optional(),
  isFallback: z.boolean().optional(),
  isEvaluated: z.boolean().optional(),
  /** Display name, never an address. */
  recipient: z.string(),
  link: z.string().optional(),
  actLink: z.string().optional(),
  state: z.string().optional(),
  severity: z.string().optional(),
  held: z.string().optional(),
  health: z.enum(['healthy', 'warning', 'unhealthy', 'unknown']).optional().catch(undefined),
  properties: z.record(z.string(), z.string()).optional(),
  mentions: mentionsSchema.optional(),
  /** Values of the templates of the address, which itself may be a secret. */
  address: z.array(z.string()).readonly().optional(),
  /** Texts for the fallback recipients whose filters pass, by `recipientKey`. */
  fallbacks: z.record(z.string(), textSchema).optional(),
  push: z
    .object({
      browser: z.string(),
      isOnCall: z.boolean(),
      isOnlyWay: z.boolean(),
    })
    .optional(),
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
export type DueSend = z.infer<typeof dueSchema>

export const dueSendColumns = listColumns(dueSchema)

const atMost = 50
/** A message that is not completed within this time is taken by another relay instance. */
const leaseSeconds = 60

export const takeDue = async (database: Queryable, room: number): Promise<readonly DueSend[]> => {
  const { rows } = await database.query(
    `update notification_send_history set not_before = now() + make_interval(secs => ${leaseSeconds}), retries = coalesce(retries, -1) + 1
      where id in (
        select id from notification_send_history
         where status in ('pending', 'evaluating-waitfor') and (not_before is null or not_before <= now()) and ${isNoMember}
         order by not_before nulls first, id
         for update skip locked
         limit $1)
     returning ${dueSendColumns}`,
    [Math.min(room, atMost)],
  )
  return readDueSends(rows)
}

export const readDueSends = (rows: readonly unknown[]): readonly DueSend[] =>
  rows.flatMap((row) => dueSchema.safeParse(row).data ?? [])

export const nextDueMs = async (database: Queryable): Promise<number | undefined> => {
  const { rows } = await database.query<{ ms: number | null }>(
    `select (extract(epoch from (min(coalesce(not_before, now())) - now())) * 1000)::float8 as ms
       from notification_send_history where status in ('pending', 'evaluating-waitfor') and ${isNoMember}`,
  )
  return rows[0]?.ms ?? undefined
}

export interface Ended {
  readonly status: string
  readonly error?: string | null
  readonly durationMs?: number
  readonly playbookRunId?: string | undefined
  readonly onCall?: OnCall | undefined
  readonly held?: string | undefined
  readonly body?: string | undefined
  readonly parentId?: string | undefined
  /** The attempt that ended. Without effect when another relay instance began a newer one. */
  readonly attempt?: number | null | undefined
  /** With it the message is sent again when the silence ends and the resource still fails. */
  readonly silencedBy?: string | undefined
}

export const endSend = async (
  database: Queryable,
  id: string,
  { status, error = null, durationMs, playbookRunId, onCall, held, body, parentId, silencedBy, attempt }: Ended,
): Promise<void> => {
  const { rows } = await database.query<{ is_group: boolean | null }>(
    `update notification_send_history
        set status = $2, error = $3, duration_millis = $4, playbook_run_id = coalesce($5::uuid, playbook_run_id),
            body = coalesce($6, body), not_before = null, person_id = coalesce($7::uuid, person_id),
            payload = payload || jsonb_strip_nulls(jsonb_build_object('recipient', $8::text, 'held', $9::text)),
            parent_id = coalesce($10::uuid, parent_id), silenced_by = coalesce($11::uuid, silenced_by),
            retries = case when $11::uuid is null then retries end
      where id = $1 and ($12::int is null or retries = $12)
     returning payload ? 'members' as is_group`,
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
      parentId ?? null,
      silencedBy ?? null,
      attempt ?? null,
    ],
  )
  if (rows[0]?.is_group === true) await endMembers(database, id, { status, error })
}

/** Members of a group that are still pending end as its message does. */
const endMembers = async (
  database: Queryable,
  leadId: string,
  { status, error = null }: Pick<Ended, 'status' | 'error'>,
): Promise<void> => {
  await database.query(
    `update notification_send_history set status = $2, error = $3, not_before = null
      where payload ->> 'lead' = $1 and status in ('pending', 'attempting_fallback', 'pending_playbook_completion')`,
    [leadId, status, error],
  )
}

export const postpone = async (
  database: Queryable,
  { id, retries }: Pick<DueSend, 'id' | 'retries'>,
  error: string,
  waitMs: number,
): Promise<void> => {
  await database.query(
    `update notification_send_history
        set status = 'pending', error = $2, not_before = now() + make_interval(secs => $3)
      where id = $1 and retries = $4`,
    [id, error, waitMs / 1_000, retries],
  )
}

export const waitOn = async (database: Queryable, { id, payload, retries }: DueSend, waitMs: number): Promise<void> => {
  await database.query(
    `update notification_send_history
        set not_before = now() + make_interval(secs => $2), retries = null, payload = $3 where id = $1 and retries = $4`,
    [id, waitMs / 1_000, JSON.stringify(payload), retries],
  )
}
