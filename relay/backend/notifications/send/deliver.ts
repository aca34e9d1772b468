import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import { sendMessage, type SendContext } from '#relay/backend/clients/senders/send-message.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { timeLimit } from '#relay/time-limit.ts'
import type { Database } from '#relay/database/database.ts'
import type { DueSend } from '#relay/backend/notifications/outbox/outbox.ts'
import { deliverPush } from '#relay/backend/notifications/push/deliver-push.ts'
import type { Pushes } from '#relay/backend/notifications/push/pushes.ts'
import { fillAddress } from '#relay/backend/notifications/rules/address-templates.ts'
import type { NotificationRule, Recipient } from '#relay/backend/notifications/rules/rules.ts'
import { noMail, notifyPeople, type PeopleOutcome } from './notify-people.ts'
import { findSystemMailRecipient, mailAddress } from '#relay/backend/notifications/people/system-mail.ts'

export interface DeliverDeps {
  readonly database: Database
  readonly resolveConnection: SendContext['resolveConnection']
  readonly mail: { readonly url: string; readonly from: string } | undefined
  readonly pushes: Pick<Pushes, 'send'>
  readonly startPlaybook: (
    playbookId: string,
    about: Readonly<Record<string, string>>,
  ) => Promise<{ readonly run_id: string }>
  readonly allowsPrivateRedirects: () => Promise<boolean>
}

export interface Delivered extends PeopleOutcome {
  readonly playbookRunId?: string
  readonly isUnsubscribed?: boolean
}

const sendMs = 30_000

/** `recipient` is that of the current rule, which may have changed since. */
export const deliver = async (
  { database, resolveConnection, mail, startPlaybook, allowsPrivateRedirects, pushes }: DeliverDeps,
  send: DueSend,
  { rule, recipient }: { readonly rule: NotificationRule | undefined; readonly recipient: Recipient | undefined },
  signal: AbortSignal,
): Promise<Delivered> => {
  if (rule !== undefined && send.payload.push !== undefined)
    return deliverPush({ database, pushes }, rule, { send, push: send.payload.push }, signal)
  if (rule === undefined || recipient === undefined)
    return { error: 'The rule or its recipient no longer exists.', isFinal: true }
  const mask = new Mask()
  const over = timeLimit(sendMs, signal)
  const context = { resolveConnection, mask, signal: over.signal, idempotencyKey: send.id }
  const { title, message, link, health, mentions } = send.payload
  const content = { title, message, link, health, mentions }
  try {
    switch (recipient.kind) {
      case 'playbook': {
        const [kind = ''] = send.source_event.split('.', 1)
        if (!['check', 'config', 'component'].includes(kind))
          return { error: `Playbooks run on checks, config items and components, not on ${kind}s.`, isFinal: true }
        const { run_id: playbookRunId } = await startPlaybook(recipient.id, {
          [`${kind}_id`]: send.resource_id,
          notification_send_id: send.id,
        })
        return { error: null, isFinal: true, playbookRunId }
      }
      case 'service': {
        const { connection } = recipient.service
        const url = recipient.service.url && fillAddress(recipient.service.url, send.payload.address ?? [])
        const properties = { ...rule.properties, ...recipient.service.properties, ...send.payload.properties }
        mask.hideAll(secretsIn(recipient.service))
        const mailed = findSystemMailRecipient(url)
        if (mailed !== undefined && mail === undefined) return noMail
        const address = mailed === undefined || mail === undefined ? url : mailAddress(mail, [mailed])
        const target = {
          ...(address && { url: address }),
          ...(connection && { connection }),
          fixesTransport: mailed !== undefined,
        }
        const outcome = await sendMessage(target, { ...content, properties }, { ...context, allowsPrivateRedirects })
        return { ...outcome, error: outcome.error === null ? null : mask.inText(outcome.error) }
      }
      default: {
        const outcome = await notifyPeople({ database, mail }, rule, { recipient, send }, context)
        return { ...outcome, error: outcome.error === null ? null : mask.inText(outcome.error) }
      }
    }
  } catch (error) {
    signal.throwIfAborted()
    const isLate = over.isOver()
    return {
      error: isLate ? `No response within ${sendMs / 1_000} s.` : mask.inText(toErrorSentence(error)),
      isFinal: !isLate,
    }
  } finally {
    over.done()
  }
}
