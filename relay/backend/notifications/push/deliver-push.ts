import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import type { PushOutcome } from '#relay/backend/clients/senders/web-push.ts'
import type { DueSend } from '#relay/backend/notifications/outbox/outbox.ts'
import type { Held } from '#relay/backend/notifications/people/apply-wishes.ts'
import { byTheirWishes } from '#relay/backend/notifications/people/personal-wishes.ts'
import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'
import type { Database } from '#relay/database/database.ts'
import { timeLimit } from '#relay/time-limit.ts'
import { formatPush } from './push-text.ts'
import type { Pushes } from './pushes.ts'

interface DeliverPushDeps {
  readonly database: Database
  readonly pushes: Pick<Pushes, 'send'>
}

interface DeliveredPush extends PushOutcome {
  readonly held?: Held
  readonly isHeld?: boolean
}

interface PushSend {
  readonly send: DueSend
  readonly push: NonNullable<DueSend['payload']['push']>
}

const sendMs = 30_000
const notHere: PushOutcome = { error: 'This browser is no longer subscribed.', isFinal: true, isUnsubscribed: true }

const readPerson = async (database: Database, id: string | null) => {
  const { rows } = await database.query<{ id: string; name: string }>(
    'select id, name from people where id = $1 and deleted_at is null',
    [id],
  )
  return rows[0]
}

export const deliverPush = async (
  { database, pushes }: DeliverPushDeps,
  rule: NotificationRule,
  { send, push: { browser, isOnCall } }: PushSend,
  signal: AbortSignal,
): Promise<DeliveredPush> => {
  const person = await readPerson(database, send.person_id)
  if (person === undefined) return notHere
  const { severity, health } = send.payload
  const { held } = await byTheirWishes(database, [person], { ruleId: rule.id, severity, isOnCall, nowMs: Date.now() })
  if (held !== null) return { error: null, isFinal: true, isHeld: true, held }
  const over = timeLimit(sendMs, signal)
  try {
    const push = { key: send.id, text: formatPush(send), isUrgent: health !== 'healthy' }
    return (await pushes.send(person.id, browser, push, over.signal)) ?? notHere
  } catch (error) {
    signal.throwIfAborted()
    const isLate = over.isOver()
    return { error: isLate ? `No response within ${sendMs / 1_000} s.` : toErrorSentence(error), isFinal: !isLate }
  } finally {
    over.done()
  }
}
