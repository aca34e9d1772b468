import type { DecidedBatch } from './decide.ts'
import type { LinksOf } from './message-links.ts'
import { messageOf } from './message-of.ts'
import type { Payload } from './outbox.ts'
import type { PlannedSend } from './plan.ts'
import type { NotificationRule, Recipient } from './rules.ts'
import type { Subject } from './subject.ts'

/** What a message says to one recipient. */
export type Composed = Omit<Payload, 'members'>

interface ComposeDeps {
  /** Where a message leads. */
  readonly linksOf: LinksOf
  /** Told what is wrong with a rule's texts, and of null when that is over. */
  readonly onProblem: (rule: NotificationRule, problem: string | null) => Promise<void>
}

const healths = ['healthy', 'warning', 'unhealthy', 'unknown'] as const
const healthOf = ({ target }: Subject) => healths.find((health) => health === target.health)

const stateOf = ({ target: { health, status } }: Subject) => {
  const state = health || status
  return state ? { state } : {}
}

const severityOf = ({ target: { row } }: Subject) =>
  typeof row['severity'] === 'string' && row['severity'] !== '' ? { severity: row['severity'] } : {}

const hadProblem = ({ error }: NotificationRule): boolean =>
  error?.startsWith('title:') === true || error?.startsWith('template:') === true

/** Says what each message of a batch says, made once for all recipients unless the rule's text asks which one it is. */
export const createCompose = ({ linksOf, onProblem }: ComposeDeps) => {
  const textOf = async ({ rule, subject, event, at }: PlannedSend, channel: string) => {
    const links = linksOf(subject, event, at)
    const { title, message, problem } = await messageOf(rule, subject, event, links, channel)
    if (problem !== null || hadProblem(rule)) await onProblem(rule, problem)
    const [link, actLink] = [links.permalink, links.silenceURL]
    return { title, message, link, actLink, health: healthOf(subject), ...stateOf(subject), ...severityOf(subject) }
  }

  return async ({
    plan,
    roster,
  }: DecidedBatch): Promise<ReadonlyMap<PlannedSend, ReadonlyMap<Recipient, Composed>>> => {
    const composed = new Map<PlannedSend, Map<Recipient, Composed>>()
    for (const send of plan.sends) {
      const asksChannel = /\bchannel\b/.test(`${send.rule.title}${send.rule.template}`)
      const common = asksChannel ? undefined : await textOf(send, '')
      const each = new Map<Recipient, Composed>()
      for (const recipient of send.recipients) {
        const { name } = roster.recipientOf(recipient)
        const text = common ?? (await textOf(send, name))
        const service = recipient.kind === 'service' ? recipient.index : null
        each.set(recipient, { ...text, service, recipientKind: recipient.kind, recipient: name })
      }
      composed.set(send, each)
    }
    return composed
  }
}
