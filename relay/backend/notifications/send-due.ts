import { randomUUID } from 'node:crypto'
import type { OnChange } from '#relay/backend/change.ts'
import type { Database } from '#relay/database/database.ts'
import { evaluateAfterDelay } from './evaluate-after-delay.ts'
import { deliver, type DeliverDeps } from './deliver.ts'
import { decideNextStep } from './decide-next-step.ts'
import { findRecipient } from './find-recipient.ts'
import { getRecipientId } from './plan.ts'
import { endSend, postpone, takeDue, waitOn, type DueSend, type Ended } from './outbox.ts'
import { endPush, isNoPush } from './push/push-sends.ts'
import type { NotificationRule, Recipient } from './rules.ts'

export interface SendDueDeps extends DeliverDeps {
  readonly database: Database
  readonly rules: () => Promise<readonly NotificationRule[]>
  readonly onChange: OnChange
  readonly signal: AbortSignal
  readonly onGiveUp: (send: DueSend, error: string) => void
}

/** A push has no fallback: its parent message is evaluated again when no other channel delivered it. */
const canFallBack = ({ payload: { isFallback, push } }: DueSend): boolean => isFallback !== true && push === undefined

const addFallback = async (database: Database, rule: NotificationRule, send: DueSend): Promise<boolean> => {
  const { rows } = await database.query(
    `select 1 from notification_send_history where parent_id = $1 and ${isNoPush} limit 1`,
    [send.id],
  )
  if (rows.length > 0) return false
  for (const recipient of rule.fallback) {
    const payload = {
      ...send.payload,
      service: recipient.kind === 'service' ? recipient.index : null,
      recipientKind: recipient.kind,
      isFallback: true,
      recipient: describeRecipient(recipient),
    }
    await database.query(
      `insert into notification_send_history
         (id, notification_id, parent_id, resource_id, source_event, status, person_id, team_id, payload, body, not_before)
       values ($1, $2, $3, $4, $5, 'pending', $6, $7, $8, $9, greatest(now(), $10::timestamptz + make_interval(secs => $11)))`,
      [
        randomUUID(),
        send.notification_id,
        send.id,
        send.resource_id,
        send.source_event,
        getRecipientId(recipient, 'person'),
        getRecipientId(recipient, 'team'),
        JSON.stringify(payload),
        send.payload.message,
        send.created_at,
        rule.fallbackMs / 1_000,
      ],
    )
  }
  return rule.fallback.length > 0
}

const describeRecipient = (recipient: Recipient): string =>
  recipient.kind === 'service'
    ? (recipient.service.name ?? recipient.service.connection ?? 'an address')
    : recipient.kind === 'onCall'
      ? 'the on-call person'
      : `the ${recipient.kind}`

export const createSender = (deps: SendDueDeps) => {
  const { database, rules, onChange, signal, onGiveUp } = deps
  const changed = (...ids: readonly string[]) => onChange({ relation: 'notification_send_history', ids })

  const end = (send: DueSend, ended: Ended) =>
    send.payload.push === undefined ? endSend(database, send.id, ended) : endPush(database, send, ended)

  const giveUp = async (send: DueSend, rule: NotificationRule | undefined, error: string, durationMs: number) => {
    const isPassedOn =
      rule !== undefined && canFallBack(send) && rule.fallback.length > 0 && (await isPassedOnBy(rule, send))
    await end(send, { status: isPassedOn ? 'attempting_fallback' : 'error', error, durationMs })
    if (!isPassedOn) onGiveUp(send, error)
  }
  const isPassedOnBy = async (rule: NotificationRule, send: DueSend): Promise<boolean> => {
    if (await addFallback(database, rule, send)) return true
    const { rows } = await database.query(
      `select 1 from notification_send_history where parent_id = $1 and ${isNoPush} and status in ('pending', 'sent') limit 1`,
      [send.id],
    )
    return rows.length > 0
  }

  const endParent = async ({ parent_id: parentId }: DueSend) => {
    if (parentId === null) return
    await database.query(
      `update notification_send_history set status = 'error' where id = $1 and status = 'attempting_fallback'
          and not exists (select 1 from notification_send_history where parent_id = $1 and ${isNoPush} and status = 'pending')`,
      [parentId],
    )
  }

  const sendOne = async (taken: DueSend) => {
    const rule = (await rules()).find(({ id }) => id === taken.notification_id)
    const send = await evaluateAfterDelay(database, taken, rule)
    if (send === undefined) return
    const startMs = Date.now()
    const outcome = await deliver(deps, rule, findRecipient(rule, send), send, signal)
    const durationMs = Date.now() - startMs
    const { playbookRunId, onCall, held } = outcome
    const step = decideNextStep(outcome, send.retries ?? 0, Date.now())
    switch (step.kind) {
      case 'wait':
        return waitOn(database, { ...taken, payload: { ...taken.payload, held: step.held } }, step.waitMs)
      case 'end': {
        const { status, error } = step
        const body = send === taken ? undefined : send.payload.message
        const ended = status === 'skipped' ? { error } : { playbookRunId, onCall, held: held?.reason, body }
        return end(send, { status, durationMs, ...ended })
      }
      case 'giveUp':
        return giveUp(send, rule, step.error, durationMs)
      default: {
        await postpone(database, send.id, step.error, step.waitMs)
        const isLate = rule !== undefined && rule.fallbackMs > 0 && canFallBack(send)
        if (isLate) await addFallback(database, rule, send)
      }
    }
  }

  const inFlight = new Set<Promise<void>>()
  return {
    sendDue: async (onDone: () => void, onError: (error: unknown) => void): Promise<void> => {
      while (!signal.aborted && inFlight.size < inFlightMost) {
        const due = await takeDue(database, inFlightMost - inFlight.size)
        if (due.length === 0) return
        for (const send of due) {
          const work: Promise<void> = sendOne(send)
            .then(() => endParent(send))
            .catch(onError)
            .finally(() => {
              inFlight.delete(work)
              changed(send.id)
              onDone()
            })
          inFlight.add(work)
        }
      }
    },
    settled: async () => void (await Promise.all(inFlight)),
  }
}

const inFlightMost = 200
