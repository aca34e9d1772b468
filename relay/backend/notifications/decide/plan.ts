import { randomUUID } from 'node:crypto'
import type { Queryable } from '#relay/database/database.ts'
import { getRecipientId } from '#relay/backend/notifications/rules/recipient-ids.ts'
import { namedMost } from '#relay/backend/notifications/outbox/outbox.ts'
import {
  toMemberRow,
  toSendRow,
  type MemberRow,
  type SendRow,
  type About,
  type PlannedSend,
  type InhibitingSend,
  type Composed,
} from './send-rows.ts'
import { readOpenGroups, writeHeld, writeSends, type HeldRow, type JoinedGroup } from './write-plan.ts'
import type { NotificationRule, Recipient } from '#relay/backend/notifications/rules/rules.ts'

interface Held extends About {
  readonly status: 'silenced' | 'repeat-interval' | 'inhibited'
  readonly silenceId?: string | undefined
  readonly inhibitedBy?: InhibitingSend | undefined
  count: number
}

export class Plan {
  readonly sends: PlannedSend[] = []
  readonly #groups = new Map<string, PlannedSend>()
  readonly #held = new Map<string, Held>()
  readonly #notified = new Map<string, Map<string, PlannedSend>>()

  /** Messages of this plan that inhibit others, by resource. */
  notifiedBy(rule: NotificationRule): ReadonlyMap<string, PlannedSend> {
    return this.#notified.get(rule.id) ?? new Map()
  }

  hasGroup(hash: string): boolean {
    return this.#groups.has(hash)
  }

  send(send: Omit<PlannedSend, 'ids' | 'members'>): PlannedSend {
    const planned = this.#add(send)
    if (send.event !== 'check.passed' && !send.event.endsWith('.healthy')) {
      const notified = this.#notified.get(send.rule.id) ?? new Map<string, PlannedSend>()
      this.#notified.set(send.rule.id, notified.set(send.subject.target.id, planned))
    }
    return planned
  }

  #add(send: Omit<PlannedSend, 'ids' | 'members'>): PlannedSend {
    const { hash, recipients } = send
    const { id, name } = send.subject.target
    const group = hash === '' ? undefined : this.#groups.get(hash)
    if (group !== undefined) {
      if (!group.members.some((member) => member.id === id)) group.members.push({ id, name })
      return group
    }
    const planned = { ...send, members: [{ id, name }], ids: recipients.map(() => randomUUID()) }
    this.sends.push(planned)
    if (hash !== '') this.#groups.set(hash, planned)
    return planned
  }

  hold(held: Omit<Held, 'count'>): void {
    const key = `${held.rule.id} ${held.subject.target.id} ${held.event} ${held.status} ${held.silenceId ?? ''}`
    const known = this.#held.get(key)
    if (known === undefined) this.#held.set(key, { ...held, count: 1 })
    else known.count += 1
  }

  async write(
    transaction: Queryable,
    getComposed: (send: PlannedSend, recipient: Recipient) => Composed,
  ): Promise<void> {
    const open = await readOpenGroups(
      transaction,
      this.sends.flatMap(({ hash }) => (hash === '' ? [] : [hash])),
    )
    const [added, joined, members]: [SendRow[], JoinedGroup[], MemberRow[]] = [[], [], []]
    for (const send of this.sends)
      for (const [index, recipient] of send.recipients.entries()) {
        const composed = getComposed(send, recipient)
        const known = open.find(
          (each) =>
            each.hash === send.hash &&
            each.payload.recipientKind === composed.recipientKind &&
            each.payload.service === composed.service &&
            each.team_id === getRecipientId(recipient, 'team'),
        )
        const id = known?.id ?? send.ids[index] ?? randomUUID()
        send.ids[index] = id
        const firstId = known?.resource_id ?? send.subject.target.id
        const others = send.hash === '' ? [] : send.members.filter((member) => member.id !== firstId)
        members.push(...others.map((member) => toMemberRow(send, recipient, { leadId: id, member, composed })))
        if (known === undefined) {
          added.push(toSendRow(send, recipient, id, composed))
          continue
        }
        const before = known.payload.members ?? []
        const fresh = send.members.filter((member) => !before.some((each) => each.id === member.id))
        if (fresh.length > 0)
          joined.push({ id, payload: { ...known.payload, members: [...before, ...fresh].slice(0, namedMost) } })
      }
    await writeSends(transaction, added, joined, members)
    await writeHeld(transaction, [...this.#held.values()].map(toHeldRow))
  }
}

const toHeldRow = ({ rule, subject, event, status, silenceId, inhibitedBy, count }: Held): HeldRow => ({
  notification_id: rule.id,
  resource_id: subject.target.id,
  source_event: event,
  status,
  silenced_by: silenceId ?? null,
  parent_id:
    inhibitedBy === undefined ? null : 'id' in inhibitedBy ? inhibitedBy.id : (inhibitedBy.planned.ids[0] ?? null),
  count,
  person_id: getRecipientId(rule.recipients[0], 'person'),
  team_id: getRecipientId(rule.recipients[0], 'team'),
})
