import { randomUUID } from 'node:crypto'
import type { Queryable } from '#relay/database/database.ts'
import type { DueSend, Payload } from '#relay/backend/notifications/outbox/outbox.ts'
import { getRecipientId, recipientKey } from '#relay/backend/notifications/rules/recipient-ids.ts'
import type { DescribeKind } from '#relay/backend/notifications/rules/recipient-kinds.ts'
import { describeService } from '#relay/backend/notifications/people/roster.ts'
import type { NotificationRule, Recipient } from '#relay/backend/notifications/rules/rules.ts'

const isFallbackRow = `payload ->> 'isFallback' = 'true'`

/** A push has no fallback: its parent message is evaluated again when no other channel delivered it. */
export const canFallBack = ({ payload: { isFallback, push } }: DueSend): boolean =>
  isFallback !== true && push === undefined

const describeRecipient = (recipient: Recipient): string =>
  recipient.kind === 'service'
    ? describeService(recipient)
    : recipient.kind === 'onCall'
      ? 'the on-call person'
      : `the ${recipient.kind}`

/** Those whose filters accepted the event; all of them when the rule has others since. */
const listRecipients = (rule: NotificationRule, { payload: { fallbacks } }: DueSend): readonly Recipient[] => {
  if (fallbacks === undefined) return rule.fallback
  const isKnown = rule.fallback.some((each) => recipientKey(each) in fallbacks)
  return isKnown || Object.keys(fallbacks).length === 0
    ? rule.fallback.filter((each) => recipientKey(each) in fallbacks)
    : rule.fallback
}

const toPayload = ({ payload }: DueSend, recipient: Recipient): Payload => {
  const { fallbacks, properties: _, address: _address, ...rest } = payload
  return {
    ...rest,
    ...fallbacks?.[recipientKey(recipient)],
    service: recipient.kind === 'service' ? recipient.index : null,
    recipientKind: recipient.kind,
    isFallback: true,
    recipient: describeRecipient(recipient),
  }
}

/** False when the message has its fallback already, or the rule has none. */
export const addFallback = async (
  database: Queryable,
  describeKind: DescribeKind,
  rule: NotificationRule,
  send: DueSend,
): Promise<boolean> => {
  const { rows } = await database.query(
    `select 1 from notification_send_history where parent_id = $1 and ${isFallbackRow} limit 1`,
    [send.id],
  )
  if (rows.length > 0) return false
  const recipients = listRecipients(rule, send)
  for (const recipient of recipients) {
    const payload = toPayload(send, recipient)
    await database.query(
      `insert into notification_send_history
         (id, notification_id, parent_id, resource_id, source_event, status, person_id, team_id, connection_id, payload,
          body, not_before)
       values ($1, $2, $3, $4, $5, 'pending', $6, $7, $8, $9, $10,
         greatest(now(), $11::timestamptz + make_interval(secs => $12)))`,
      [
        randomUUID(),
        send.notification_id,
        send.id,
        send.resource_id,
        send.source_event,
        getRecipientId(recipient, 'person'),
        getRecipientId(recipient, 'team'),
        (await describeKind(recipient)).connectionId,
        JSON.stringify(payload),
        payload.message,
        send.created_at,
        rule.fallbackMs / 1_000,
      ],
    )
  }
  return recipients.length > 0
}

export const hasOpenFallback = async (database: Queryable, send: Pick<DueSend, 'id'>): Promise<boolean> => {
  const { rows } = await database.query(
    `select 1 from notification_send_history
      where parent_id = $1 and ${isFallbackRow}
        and status in ('pending', 'sent', 'pending_playbook_completion') limit 1`,
    [send.id],
  )
  return rows.length > 0
}

/** A fallback that is not due yet is not needed once the message is delivered. */
export const cancelFallback = async (database: Queryable, send: Pick<DueSend, 'id'>): Promise<void> => {
  await database.query(
    `update notification_send_history set status = 'skipped', error = 'The first recipient accepted the message.', not_before = null
      where parent_id = $1 and ${isFallbackRow} and status = 'pending' and retries is null`,
    [send.id],
  )
}

/** After the last fallback, a message that was passed on ends as an error, and its group with it. */
export const endPassedOn = async (database: Queryable, { parent_id: parentId }: DueSend): Promise<void> => {
  if (parentId === null) return
  await database.query(
    `update notification_send_history set status = 'error'
      where (id = $1 or payload ->> 'lead' = $1::text) and status = 'attempting_fallback'
        and not exists (
          select 1 from notification_send_history
           where parent_id = $1 and ${isFallbackRow} and status in ('pending', 'pending_playbook_completion'))`,
    [parentId],
  )
}
