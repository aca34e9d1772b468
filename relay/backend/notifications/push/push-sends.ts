import type { Database, Queryable } from '#relay/database/database.ts'
import { endSend, type DueSend, type Ended } from '#relay/backend/notifications/outbox/outbox.ts'
import type { Person } from '#relay/backend/notifications/people/apply-wishes.ts'
import { stableId } from '#relay/backend/rows/stable-id.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { PersonBrowser } from './push-subscriptions.ts'

export const isNoPush = `payload ->> 'recipientKind' is distinct from 'push'`

const fine = `parent_id = $1 and payload ->> 'recipientKind' = 'push' and status in ('pending', 'sent', 'silenced')`

interface PushRecipients {
  readonly notified: readonly Person[]
  readonly browsers: readonly PersonBrowser[]
  readonly isOnCall: boolean
  readonly isOnlyWay: boolean
}

export const addPushes = async (
  database: Queryable,
  send: DueSend,
  { notified, browsers, isOnCall, isOnlyWay }: PushRecipients,
): Promise<void> => {
  const { title, message, link, actLink, health, state, severity } = send.payload
  const content = { title, message, link, actLink, health, state, severity }
  const names = new Map(notified.map(({ id, name }) => [id, name]))
  const rows = browsers
    .filter(({ person_id: person }) => names.has(person))
    .map(({ id, person_id: person, device }) => ({
      id: stableId(`push of ${send.id} to ${id}`),
      person_id: person,
      payload: {
        ...content,
        service: null,
        recipientKind: 'push',
        recipient: `${names.get(person)}, by push: ${device}`,
        push: { browser: id, isOnCall, isOnlyWay },
      },
    }))
  if (rows.length === 0) return
  await database.query(
    `insert into notification_send_history
       (id, notification_id, parent_id, resource_id, source_event, status, person_id, payload, body)
     select id, $2, $3, $4, $5, 'pending', person_id, payload, $6
       from jsonb_to_recordset($1::jsonb) as given (id uuid, person_id uuid, payload jsonb)
     on conflict (id) do nothing`,
    [storableJson(rows), send.notification_id, send.id, send.resource_id, send.source_event, message],
  )
}

export const isAnyPushFine = async (database: Queryable, sendId: string): Promise<boolean> =>
  (await database.query(`select 1 from notification_send_history where ${fine} limit 1`, [sendId])).rows.length > 0

/**
 * When no push of the message was delivered and nothing else reached anyone, the message is due again for the fallback.
 */
export const endPush = (database: Database, send: DueSend, ended: Ended): Promise<void> =>
  database.transaction(async (transaction) => {
    // Serializes pushes that end at the same time, so that each sees the other's outcome.
    await transaction.query('select 1 from notification_send_history where id = $1 for update', [send.parent_id])
    await endSend(transaction, send.id, ended)
    if (ended.status === 'sent' || send.payload.push?.isOnlyWay !== true) return
    await transaction.query(
      `update notification_send_history set status = 'pending', not_before = now()
        where id = $1 and status = 'sent' and not exists (select 1 from notification_send_history where ${fine})`,
      [send.parent_id],
    )
  })
