import { isId } from '#shared/primitives/id.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { NotificationRule, Recipient } from '#relay/backend/notifications/rules/rules.ts'
import { findSender } from '#relay/backend/clients/senders/senders.ts'
import { webhook } from '#relay/backend/clients/senders/webhook.ts'
import { readOnCall } from './who-is-on-call.ts'

export interface Roster {
  /** Without the on-call person of a team that has services of its own, while no one is on call. */
  readonly withoutVacant: (rule: NotificationRule) => NotificationRule
  readonly describeRecipient: (recipient: Recipient) => { readonly name: string; readonly people: readonly string[] }
}

export const readRoster = async (database: Queryable, rules: readonly NotificationRule[]): Promise<Roster> => {
  const named = rules.flatMap(({ recipients }) => recipients)
  const listIds = (kind: 'person' | 'team' | 'onCall') => named.flatMap((each) => (each.kind === kind ? [each.id] : []))
  const [persons, teams] = [listIds('person'), listIds('team')]
  const onCall = await readOnCall(database, listIds('onCall'), Date.now())
  const names = new Map<string, string>()
  const members = new Map<string, readonly string[]>()
  if (persons.length > 0) {
    const { rows } = await database.query<{ id: string; name: string }>(
      'select id, name from people where id = any($1::uuid[])',
      [persons],
    )
    for (const { id, name } of rows) names.set(id, name)
  }
  if (teams.length > 0) {
    const { rows } = await database.query<{ id: string; name: string; people: readonly string[] }>(
      `select id, name, array(select person_id from team_members where team_id = teams.id) as people
         from teams where id = any($1::uuid[])`,
      [teams],
    )
    for (const { id, name, people } of rows) {
      names.set(id, name)
      members.set(id, people)
    }
  }
  const connections = named.flatMap((each) =>
    each.kind === 'service' && isId(each.service.connection ?? '') ? [each.service.connection] : [],
  )
  if (connections.length > 0) {
    const { rows } = await database.query<{ id: string; name: string }>(
      'select id, name from connections where id = any($1::uuid[])',
      [connections],
    )
    for (const { id, name } of rows) names.set(id, name)
  }
  const isVacant = (each: Recipient) =>
    each.kind === 'onCall' && each.hasServices && (onCall.get(each.id)?.person ?? null) === null
  return {
    withoutVacant: (rule) =>
      rule.recipients.some(isVacant)
        ? { ...rule, recipients: rule.recipients.filter((each) => !isVacant(each)) }
        : rule,
    describeRecipient: (recipient) => {
      switch (recipient.kind) {
        case 'person':
          return { name: names.get(recipient.id) ?? 'a person', people: [recipient.id] }
        case 'team':
          return { name: `team ${names.get(recipient.id) ?? ''}`.trim(), people: members.get(recipient.id) ?? [] }
        case 'onCall': {
          const { person = null, name = 'the on-call person', members: all = [] } = onCall.get(recipient.id) ?? {}
          return { name, people: person === null ? all : [person] }
        }
        case 'playbook':
          return { name: 'a playbook', people: [] }
        default:
          return {
            name: recipient.service.name || names.get(recipient.service.connection ?? '') || describeService(recipient),
            people: [],
          }
      }
    },
  }
}

/** Security: only the host of a webhook is no secret. In an address of another service it can be a token. */
const describeUrl = (url: string | null | undefined): string => {
  if (!url || !URL.canParse(url)) return 'an address'
  const parsed = new URL(url)
  const sender = findSender(parsed)
  return sender === webhook && parsed.host !== '' ? `webhook ${parsed.host}` : (sender?.name ?? 'an address')
}

export const describeService = ({ service, team }: Extract<Recipient, { readonly kind: 'service' }>): string =>
  service.name || service.connection || (team === null ? describeUrl(service.url) : `team ${team.name}`)
