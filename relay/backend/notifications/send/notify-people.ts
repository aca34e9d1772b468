import { sendMessage, type SendContext } from '#relay/backend/clients/senders/send-message.ts'
import type { SendOutcome } from '#relay/backend/clients/senders/sender.ts'
import type { Database } from '#relay/database/database.ts'
import type { DueSend } from '#relay/backend/notifications/outbox/outbox.ts'
import type { Held, Person } from '#relay/backend/notifications/people/apply-wishes.ts'
import { byTheirWishes } from '#relay/backend/notifications/people/personal-wishes.ts'
import { mailAddress } from '#relay/backend/notifications/people/system-mail.ts'
import { addPushes, isAnyPushFine } from '#relay/backend/notifications/push/push-sends.ts'
import { listBrowsersByPeople } from '#relay/backend/notifications/push/push-subscriptions.ts'
import type { NotificationRule, Recipient } from '#relay/backend/notifications/rules/rules.ts'
import { readOnCall, type OnCall } from '#relay/backend/notifications/people/who-is-on-call.ts'

export interface PeopleOutcome extends SendOutcome {
  readonly onCall?: OnCall
  readonly held?: Held
  readonly isHeld?: boolean
}

interface NotifyPeopleDeps {
  readonly database: Database
  readonly mail: { readonly url: string; readonly from: string } | undefined
}

export const noMail: SendOutcome = {
  error:
    'No mail server is configured: set SMTP_URL, or give the rule a connection or an address. No recipient has push enabled in a browser either.',
  isFinal: true,
}

interface Known extends Person {
  readonly email: string | null
}

const listPeople = async (
  database: Database,
  { person, team }: { readonly person: string | null; readonly team: string | null },
): Promise<readonly Known[]> => {
  const { rows } = await database.query<Known>(
    person === null
      ? `select people.id, people.name, people.email from team_members join people on people.id = team_members.person_id
          where team_members.team_id = $1 and people.deleted_at is null order by people.name`
      : 'select id, name, email from people where id = $1 and deleted_at is null',
    [person ?? team],
  )
  return rows
}

interface PeopleSend {
  readonly recipient: Extract<Recipient, { readonly kind: 'person' | 'team' | 'onCall' }>
  readonly send: DueSend
}

export const notifyPeople = async (
  { database, mail }: NotifyPeopleDeps,
  rule: NotificationRule,
  { recipient, send }: PeopleSend,
  context: SendContext,
): Promise<PeopleOutcome> => {
  const onCall =
    recipient.kind === 'onCall' ? (await readOnCall(database, [recipient.id], Date.now())).get(recipient.id) : undefined
  if (recipient.kind === 'onCall' && onCall === undefined)
    return { error: 'The on-call team no longer exists.', isFinal: true }
  const people = await listPeople(database, {
    person: onCall === undefined ? send.person_id : onCall.person,
    team: send.team_id,
  })
  const browsers = await listBrowsersByPeople(
    database,
    people.map(({ id }) => id),
  )
  const isMailed = ({ email }: Known) => mail !== undefined && email !== null
  const reachable = people.filter((each) => isMailed(each) || browsers.some(({ person_id: id }) => id === each.id))
  if (reachable.length === 0)
    return mail === undefined
      ? noMail
      : {
          error: `${onCall?.name ?? send.payload.recipient} has no email address and no browser with push enabled.`,
          isFinal: true,
        }
  const isOnCall = onCall !== undefined && onCall.person !== null
  const { notified, held } = await byTheirWishes(database, reachable, {
    ruleId: rule.id,
    severity: send.payload.severity,
    isOnCall,
    nowMs: Date.now(),
  })
  const noted = { ...(onCall && { onCall }), ...(held !== null && { held }) }
  if (notified.length === 0) return { error: null, isFinal: true, isHeld: true, ...noted }
  const to = notified.flatMap((each) => (isMailed(each) ? (each.email ?? []) : []))
  await addPushes(database, send, { notified, browsers, isOnCall, isOnlyWay: to.length === 0 })
  if (mail !== undefined && to.length > 0) {
    const { title, message, link, health } = send.payload
    const outcome = await sendMessage({ url: mailAddress(mail, to) }, { title, message, link, health }, context)
    return { ...outcome, ...noted }
  }
  return (await isAnyPushFine(database, send.id))
    ? { error: null, isFinal: true, ...noted }
    : { error: 'No browser accepted the push, and there is no email address to send to.', isFinal: true, ...noted }
}
