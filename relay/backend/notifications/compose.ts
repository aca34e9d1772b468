import type { DecidedBatch } from './decide.ts'
import type { CreateLinks } from './message-links.ts'
import { composeMessage } from './compose-message.ts'
import type { Payload } from './outbox.ts'
import type { PlannedSend } from './plan.ts'
import type { NotificationRule, Recipient } from './rules.ts'
import type { Subject } from './subject.ts'

export type Composed = Omit<Payload, 'members'>

interface ComposeDeps {
  readonly createLinks: CreateLinks
  readonly onError: (rule: NotificationRule, error: string | null) => Promise<void>
}

const healths = ['healthy', 'warning', 'unhealthy', 'unknown'] as const
const findHealth = ({ target }: Subject) => healths.find((health) => health === target.health)

const pickState = ({ target: { health, status } }: Subject) => {
  const state = health || status
  return state ? { state } : {}
}

const pickSeverity = ({ target: { row } }: Subject) =>
  typeof row['severity'] === 'string' && row['severity'] !== '' ? { severity: row['severity'] } : {}

const hadTextError = ({ error }: NotificationRule): boolean =>
  error?.startsWith('title:') === true || error?.startsWith('template:') === true

export const createCompose = ({ createLinks, onError }: ComposeDeps) => {
  const composeText = async ({ rule, subject, event, at }: PlannedSend, channel: string) => {
    const links = createLinks(subject, event, at)
    const { title, message, error } = await composeMessage(rule, subject, event, links, channel)
    if (error !== null || hadTextError(rule)) await onError(rule, error)
    const [link, actLink] = [links.permalink, links.silenceURL]
    return {
      title,
      message,
      link,
      actLink,
      health: findHealth(subject),
      ...pickState(subject),
      ...pickSeverity(subject),
    }
  }

  return async ({
    plan,
    roster,
  }: DecidedBatch): Promise<ReadonlyMap<PlannedSend, ReadonlyMap<Recipient, Composed>>> => {
    const composed = new Map<PlannedSend, Map<Recipient, Composed>>()
    for (const send of plan.sends) {
      const usesChannel = /\bchannel\b/.test(`${send.rule.title}${send.rule.template}`)
      const common = usesChannel ? undefined : await composeText(send, '')
      const each = new Map<Recipient, Composed>()
      for (const recipient of send.recipients) {
        const { name } = roster.describeRecipient(recipient)
        const text = common ?? (await composeText(send, name))
        const service = recipient.kind === 'service' ? recipient.index : null
        each.set(recipient, { ...text, service, recipientKind: recipient.kind, recipient: name })
      }
      composed.set(send, each)
    }
    return composed
  }
}
