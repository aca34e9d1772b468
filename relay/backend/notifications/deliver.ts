import { sendMessage, type SendContext } from '#relay/backend/clients/send-message.ts'
import type { SendOutcome } from '#relay/backend/clients/senders/sender.ts'
import { sentenceOf } from '#relay/backend/playbooks/playbook-error.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { timeLimit } from '#relay/time-limit.ts'
import type { Database } from '#relay/database/database.ts'
import type { DueSend } from './outbox.ts'
import { byTheirWishes, type Held, type Person } from './personal-wishes.ts'
import type { NotificationRule, Recipient } from './rules.ts'
import { readOnCall, type OnCall } from './who-is-on-call.ts'

export interface DeliverDeps {
  readonly database: Database
  readonly connectionOf: SendContext['connectionOf']
  /** Where mails to people and teams leave from; undefined where no mail server is set. */
  readonly mail: { readonly url: string; readonly from: string } | undefined
  /** Starts a playbook on the thing that a message is about. */
  readonly startPlaybook: (
    playbookId: string,
    about: Readonly<Record<string, string>>,
  ) => Promise<{ readonly run_id: string }>
  /** Whether a redirect may lead a message to an address of a private network. */
  readonly allowsPrivateRedirects: () => Promise<boolean>
}

export interface Delivered extends SendOutcome {
  readonly playbookRunId?: string
  /** Who was on call, where it went to whoever that is. */
  readonly onCall?: OnCall
  /** Whom it did not go to by their own wish; nobody at all got it where `isHeld`. */
  readonly held?: Held
  readonly isHeld?: boolean
}

const sendMs = 30_000

const noMail: SendOutcome = {
  error: 'Mail to people needs a mail server: set SMTP_URL, or give the rule a connection or an address.',
  isFinal: true,
}

interface Mailed extends Person {
  readonly email: string
}

const peopleOf = async (
  database: Database,
  { person, team }: { readonly person: string | null; readonly team: string | null },
): Promise<readonly Mailed[]> => {
  const { rows } = await database.query<Mailed>(
    person === null
      ? `select people.id, people.name, people.email from team_members join people on people.id = team_members.person_id
          where team_members.team_id = $1 and people.deleted_at is null and people.email is not null order by people.name`
      : 'select id, name, email from people where id = $1 and deleted_at is null and email is not null',
    [person ?? team],
  )
  return rows
}

const mailAddress = ({ url, from }: NonNullable<DeliverDeps['mail']>, to: readonly string[]): string => {
  const address = new URL(url)
  address.searchParams.set('from', from)
  address.searchParams.set('to', to.join(','))
  return address.href
}

/** Brings one message to whom it is for, once; the recipient is that of the rule as it is now. */
export const deliver = async (
  { database, connectionOf, mail, startPlaybook, allowsPrivateRedirects }: DeliverDeps,
  rule: NotificationRule | undefined,
  recipient: Recipient | undefined,
  send: DueSend,
  signal: AbortSignal,
): Promise<Delivered> => {
  if (rule === undefined || recipient === undefined)
    return { error: 'The rule, or this recipient of it, is there no more.', isFinal: true }
  const mask = new Mask()
  const over = timeLimit(sendMs, signal)
  const context = { connectionOf, mask, signal: over.signal, idempotencyKey: send.id }
  const { title, message, link, health } = send.payload
  const said = { title, message, link, health }
  try {
    switch (recipient.kind) {
      case 'playbook': {
        const [kind = ''] = send.source_event.split('.', 1)
        if (!['check', 'config', 'component'].includes(kind))
          return { error: `A playbook runs on checks, items and components, and not on an ${kind}.`, isFinal: true }
        const { run_id: playbookRunId } = await startPlaybook(recipient.id, { [`${kind}_id`]: send.resource_id })
        return { error: null, isFinal: true, playbookRunId }
      }
      case 'service': {
        const { url, connection, properties } = recipient.service
        mask.hideAll(secretsIn(recipient.service))
        const target = { ...(url && { url }), ...(connection && { connection }) }
        const outcome = await sendMessage(
          target,
          { ...said, properties: properties ?? {} },
          { ...context, allowsPrivateRedirects },
        )
        return { ...outcome, error: outcome.error === null ? null : mask.inText(outcome.error) }
      }
      default: {
        const onCall =
          recipient.kind === 'onCall'
            ? (await readOnCall(database, [recipient.id], Date.now())).get(recipient.id)
            : undefined
        if (recipient.kind === 'onCall' && onCall === undefined)
          return { error: 'The team whose on-call is to be told is there no more.', isFinal: true }
        const people = await peopleOf(database, {
          person: onCall === undefined ? send.person_id : onCall.person,
          team: send.team_id,
        })
        if (mail === undefined) return noMail
        if (people.length === 0)
          return { error: `${onCall?.name ?? send.payload.recipient} has no email address.`, isFinal: true }
        const isOnCall = onCall !== undefined && onCall.person !== null
        const { told, held } = await byTheirWishes(database, people, {
          ruleId: rule.id,
          severity: send.payload.severity,
          isOnCall,
          nowMs: Date.now(),
        })
        const noted = { ...(onCall && { onCall }), ...(held !== null && { held }) }
        if (told.length === 0) return { error: null, isFinal: true, isHeld: true, ...noted }
        const to = told.map(({ email }) => email)
        const outcome = await sendMessage({ url: mailAddress(mail, to) }, said, context)
        return { ...outcome, error: outcome.error === null ? null : mask.inText(outcome.error), ...noted }
      }
    }
  } catch (error) {
    signal.throwIfAborted()
    const isLate = over.isOver()
    return {
      error: isLate ? `No answer within ${sendMs / 1_000} s.` : mask.inText(sentenceOf(error)),
      isFinal: !isLate,
    }
  } finally {
    over.done()
  }
}
