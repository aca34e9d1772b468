import type { OnChange } from '#relay/backend/rows/change.ts'
import type { Database, Queryable } from '#relay/database/database.ts'
import { createComposeFor } from '#relay/backend/notifications/decide/compose.ts'
import { evaluateAfterDelay } from './evaluate-after-delay.ts'
import { deliver, type DeliverDeps } from './deliver.ts'
import { decideNextStep } from './decide-next-step.ts'
import { addFallback, canFallBack, cancelFallback, endPassedOn, hasOpenFallback } from './fallback.ts'
import { findRecipient } from './find-recipient.ts'
import type { CreateLinks } from '#relay/backend/notifications/events/message-links.ts'
import {
  endSend,
  postpone,
  takeDue,
  waitOn,
  type DueSend,
  type Ended,
} from '#relay/backend/notifications/outbox/outbox.ts'
import { endPlaybookSends } from './playbook-sends.ts'
import { endPush } from '#relay/backend/notifications/push/push-sends.ts'
import { createRecipientKinds } from '#relay/backend/notifications/rules/recipient-kinds.ts'
import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'

interface SendDueDeps extends DeliverDeps {
  readonly database: Database
  readonly createLinks: CreateLinks
  readonly rules: () => Promise<readonly NotificationRule[]>
  readonly onChange: OnChange
  readonly signal: AbortSignal
  readonly onGiveUp: (send: DueSend, error: string) => void
}

const endDue = (database: Database, send: DueSend, ended: Ended) =>
  send.payload.push === undefined
    ? endSend(database, send.id, { ...ended, attempt: send.retries })
    : endPush(database, send, ended)

export const createSender = (deps: SendDueDeps) => {
  const { database, rules, onChange, signal, onGiveUp } = deps
  const describeKind = createRecipientKinds(deps.resolveConnection)
  const composeFor = createComposeFor({ createLinks: deps.createLinks, describeKind })
  const changed = (...ids: readonly string[]) => onChange({ relation: 'notification_send_history', ids })

  const end = (send: DueSend, ended: Ended) => endDue(database, send, ended)

  const passOn = async (queryable: Queryable, rule: NotificationRule | undefined, send: DueSend): Promise<boolean> =>
    rule !== undefined &&
    canFallBack(send) &&
    rule.fallback.length > 0 &&
    ((await addFallback(queryable, describeKind, rule, send)) || (await hasOpenFallback(queryable, send)))

  const giveUp = async (send: DueSend, rule: NotificationRule | undefined, error: string, durationMs: number) => {
    const isPassedOn = await passOn(database, rule, send)
    await end(send, { status: isPassedOn ? 'attempting_fallback' : 'error', error, durationMs })
    if (!isPassedOn) onGiveUp(send, error)
  }

  const endRuns = async () => {
    const ended = await endPlaybookSends(database, async (transaction, send, error) => {
      const rule = (await rules()).find(({ id }) => id === send.notification_id)
      const isPassedOn = await passOn(transaction, rule, send)
      await endSend(transaction, send.id, { status: isPassedOn ? 'attempting_fallback' : 'error', error })
      if (!isPassedOn) onGiveUp(send, error)
    })
    for (const send of ended) await endPassedOn(database, send)
    if (ended.length > 0) changed(...ended.map(({ id }) => id))
  }

  const sendOne = async (taken: DueSend) => {
    const rule = (await rules()).find(({ id }) => id === taken.notification_id)
    if (rule === undefined) return end(taken, { status: 'skipped', error: 'The rule no longer exists.' })
    const send = await evaluateAfterDelay({ database, composeFor }, taken, rule)
    if (send === undefined) return
    const startMs = Date.now()
    const outcome = await deliver(deps, send, { rule, recipient: findRecipient(rule, send) }, signal)
    const durationMs = Date.now() - startMs
    const { playbookRunId, onCall, held } = outcome
    const step = decideNextStep(outcome, send.retries ?? 0, Date.now())
    switch (step.kind) {
      case 'wait':
        return waitOn(database, { ...taken, payload: { ...taken.payload, held: step.held } }, step.waitMs)
      case 'end': {
        const { status, error } = step
        const body = send === taken ? undefined : send.payload.message
        if (playbookRunId !== undefined && status === 'sent')
          return end(send, { status: 'pending_playbook_completion', durationMs, playbookRunId, body })
        if (status === 'sent' && (send.retries ?? 0) > 0 && canFallBack(send)) await cancelFallback(database, send)
        const ended = status === 'skipped' ? { error } : { playbookRunId, onCall, held: held?.reason, body }
        return end(send, { status, durationMs, ...ended })
      }
      case 'giveUp':
        return giveUp(send, rule, step.error, durationMs)
      default:
        await postpone(database, send, step.error, step.waitMs)
        if (canFallBack(send)) await addFallback(database, describeKind, rule, send)
    }
  }

  const sendAndFollow = async (send: DueSend, onError: (error: unknown) => void): Promise<void> => {
    await sendOne(send)
      .then(() => endPassedOn(database, send))
      .catch(onError)
    changed(send.id)
  }

  const inFlight = new Set<Promise<void>>()
  return {
    sendDue: async (onDone: () => void, onError: (error: unknown) => void): Promise<void> => {
      await endRuns()
      while (!signal.aborted && inFlight.size < inFlightMost) {
        const due = await takeDue(database, inFlightMost - inFlight.size)
        if (due.length === 0) return
        for (const send of due) {
          const work = sendAndFollow(send, onError).then(() => {
            inFlight.delete(work)
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
