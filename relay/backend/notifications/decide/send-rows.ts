import { randomUUID } from 'node:crypto'
import { cut } from '#relay/backend/clients/senders/sender.ts'
import { namedMost, type Payload } from '#relay/backend/notifications/outbox/outbox.ts'
import { getRecipientId } from '#relay/backend/notifications/rules/recipient-ids.ts'
import type { Recipient, NotificationRule } from '#relay/backend/notifications/rules/rules.ts'
import type { Subject } from '#relay/backend/notifications/events/subject.ts'

/** Rows of one statement: its JSON stays small, and other statements are not held up. */
export const sliceSize = 500

export interface Composed extends Omit<Payload, 'members'> {
  readonly connectionId: string | null
}

export interface About {
  readonly rule: NotificationRule
  readonly subject: Subject
  readonly event: string
  readonly at: string
}

export interface PlannedSend extends About {
  readonly recipients: readonly Recipient[]
  readonly status: 'pending' | 'evaluating-waitfor'
  readonly waitMs: number
  readonly hash: string
  readonly members: { readonly id: string; readonly name: string }[]
  /** One id per recipient, replaced by those of an open group when the plan is written. */
  readonly ids: string[]
}

/** A stored message, or one that this plan writes. */
export type InhibitingSend = { readonly id: string } | { readonly planned: PlannedSend }

const memberBodyMax = 2_000

const toColumns = (send: PlannedSend, recipient: Recipient, { connectionId }: Composed) => ({
  notification_id: send.rule.id,
  source_event: send.event,
  status: send.status,
  person_id: getRecipientId(recipient, 'person'),
  team_id: getRecipientId(recipient, 'team'),
  connection_id: connectionId,
  group_by_hash: send.hash,
  wait_seconds: send.waitMs / 1_000,
})

export type SendRow = ReturnType<typeof toSendRow>
export const toSendRow = (send: PlannedSend, recipient: Recipient, id: string, composed: Composed) => {
  const { connectionId: _, ...payload } = composed
  return {
    ...toColumns(send, recipient, composed),
    id,
    resource_id: send.subject.target.id,
    count: send.members.length,
    payload: { ...payload, ...(send.hash !== '' && { members: send.members.slice(0, namedMost) }) },
    body: payload.message,
  }
}

interface Member {
  readonly leadId: string
  readonly member: { readonly id: string; readonly name: string }
  readonly composed: Composed
}

export type MemberRow = ReturnType<typeof toMemberRow>
/** A member of a group other than the first: it is never sent and ends as the message of its group does. */
export const toMemberRow = (send: PlannedSend, recipient: Recipient, { leadId, member, composed }: Member) => ({
  ...toColumns(send, recipient, composed),
  id: randomUUID(),
  resource_id: member.id,
  count: 1,
  payload: {
    lead: leadId,
    name: member.name,
    title: composed.title,
    message: '',
    recipient: composed.recipient,
    recipientKind: composed.recipientKind,
  },
  body: cut(composed.message, memberBodyMax),
})
