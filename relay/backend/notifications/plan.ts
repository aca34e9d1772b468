import { randomUUID } from 'node:crypto'
import type { Queryable } from '#relay/database/database.ts'
import { storableJson } from '#relay/backend/storable-json.ts'
import type { Payload } from './outbox.ts'
import type { NotificationRule, Recipient } from './rules.ts'
import type { Subject } from './subject.ts'

interface About {
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

interface Held extends About {
  readonly status: 'silenced' | 'repeat-interval' | 'inhibited'
  readonly silenceId: string | undefined
  count: number
}

export const getRecipientId = (recipient: Recipient | undefined, kind: 'person' | 'team'): string | null =>
  recipient?.kind === kind || (kind === 'team' && recipient?.kind === 'onCall') ? recipient.id : null

const namedMost = 100

export class Plan {
  readonly sends: PlannedSend[] = []
  readonly #groups = new Map<string, PlannedSend>()
  readonly #held = new Map<string, Held>()
  readonly #notified = new Map<string, Set<string>>()

  notifiedBy(rule: NotificationRule): ReadonlySet<string> {
    return this.#notified.get(rule.id) ?? new Set()
  }

  hasGroup(hash: string): boolean {
    return this.#groups.has(hash)
  }

  send(send: Omit<PlannedSend, 'ids' | 'members'>): PlannedSend {
    const { rule, event, hash, recipients } = send
    const { id, name } = send.subject.target
    if (event !== 'check.passed' && !event.endsWith('.healthy'))
      this.#notified.set(rule.id, (this.#notified.get(rule.id) ?? new Set()).add(id))
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
    getPayload: (send: PlannedSend, recipient: Recipient) => Omit<Payload, 'members'>,
  ): Promise<void> {
    const open = await readOpenGroups(
      transaction,
      this.sends.flatMap(({ hash }) => (hash === '' ? [] : [hash])),
    )
    const added: object[] = []
    const joined: object[] = []
    for (const send of this.sends)
      for (const [index, recipient] of send.recipients.entries()) {
        const payload = getPayload(send, recipient)
        const known = open.find(
          (each) =>
            each.hash === send.hash &&
            each.payload.recipientKind === payload.recipientKind &&
            each.payload.service === payload.service,
        )
        if (known === undefined) {
          added.push(toRow(send, recipient, send.ids[index] ?? randomUUID(), payload))
          continue
        }
        send.ids[index] = known.id
        const before = known.payload.members ?? []
        const fresh = send.members.filter(({ id }) => !before.some((member) => member.id === id))
        if (fresh.length > 0)
          joined.push({
            id: known.id,
            more: fresh.length,
            payload: { ...known.payload, members: [...before, ...fresh].slice(0, namedMost) },
          })
      }
    await writeSends(transaction, added, joined)
    await writeHeld(transaction, [...this.#held.values()])
  }
}

interface OpenGroup {
  readonly id: string
  readonly hash: string
  readonly payload: Payload
}

/** Locked, so that none is sent meanwhile. */
const readOpenGroups = async (transaction: Queryable, hashes: readonly string[]): Promise<readonly OpenGroup[]> => {
  if (hashes.length === 0) return []
  const { rows } = await transaction.query<OpenGroup>(
    `select id, group_by_hash as hash, payload from notification_send_history
      where group_by_hash = any($1) and status = 'pending' and retries is null and not_before > now()
      for update`,
    [hashes],
  )
  return rows
}

const toRow = (send: PlannedSend, recipient: Recipient, id: string, payload: Omit<Payload, 'members'>) => ({
  id,
  notification_id: send.rule.id,
  resource_id: send.subject.target.id,
  source_event: send.event,
  status: send.status,
  count: send.members.length,
  person_id: getRecipientId(recipient, 'person'),
  team_id: getRecipientId(recipient, 'team'),
  payload: { ...payload, ...(send.hash !== '' && { members: send.members.slice(0, namedMost) }) },
  body: payload.message,
  group_by_hash: send.hash,
  wait_seconds: send.waitMs / 1_000,
})

const writeSends = async (transaction: Queryable, added: readonly object[], joined: readonly object[]) => {
  if (added.length > 0)
    await transaction.query(
      `insert into notification_send_history
         (id, notification_id, resource_id, source_event, status, count, person_id, team_id, payload, body, group_by_hash, not_before)
       select id, notification_id, resource_id, source_event, status, count, person_id, team_id, payload, body, group_by_hash,
         case when wait_seconds > 0 then now() + make_interval(secs => wait_seconds) end
         from jsonb_to_recordset($1::jsonb) as given
              (id uuid, notification_id uuid, resource_id uuid, source_event text, status text, count integer, person_id uuid,
               team_id uuid, payload jsonb, body text, group_by_hash text, wait_seconds double precision)`,
      [storableJson(added)],
    )
  if (joined.length > 0)
    await transaction.query(
      `update notification_send_history as send set count = send.count + given.more, payload = given.payload
         from jsonb_to_recordset($1::jsonb) as given (id uuid, more integer, payload jsonb)
        where send.id = given.id`,
      [storableJson(joined)],
    )
}

const writeHeld = async (transaction: Queryable, held: readonly Held[]): Promise<void> => {
  if (held.length === 0) return
  const values = held.map(({ rule, subject, event, status, silenceId, count }) => ({
    notification_id: rule.id,
    resource_id: subject.target.id,
    source_event: event,
    status,
    silenced_by: silenceId ?? null,
    count,
    person_id: getRecipientId(rule.recipients[0], 'person'),
    team_id: getRecipientId(rule.recipients[0], 'team'),
  }))
  await transaction.query(
    `with given as (
       select * from jsonb_to_recordset($1::jsonb) as row
         (notification_id uuid, resource_id uuid, source_event text, status text, silenced_by uuid, count integer,
          person_id uuid, team_id uuid)
     ), known as (
       select given.*, (
         select id from notification_send_history as old
          where old.notification_id = given.notification_id and old.resource_id = given.resource_id
            and old.source_event = given.source_event and old.status = given.status
            and old.silenced_by is not distinct from given.silenced_by and old.created_at > now() - interval '1 day'
          order by created_at desc limit 1) as id
         from given
     ), counted as (
       update notification_send_history as old set count = old.count + known.count, created_at = now()
         from known where old.id = known.id
     )
     insert into notification_send_history
       (id, notification_id, resource_id, source_event, status, silenced_by, count, person_id, team_id)
     select gen_random_uuid(), notification_id, resource_id, source_event, status, silenced_by, count, person_id, team_id
       from known where id is null`,
    [storableJson(values)],
  )
}
