import { hasTemplate } from '#shared/primitives/has-template.ts'
import { readSettings } from '#relay/backend/clients/senders/settings.ts'
import type { DecidedBatch } from './decide.ts'
import type { CreateLinks, MessageLink } from '#relay/backend/notifications/events/message-links.ts'
import {
  composeMessage,
  renderAddress,
  renderProperties,
  toMessageValues,
  type ComposedMessage,
} from './compose-message.ts'
import type { Payload } from '#relay/backend/notifications/outbox/outbox.ts'
import type { DescribeKind } from '#relay/backend/notifications/rules/recipient-kinds.ts'
import { recipientKey } from '#relay/backend/notifications/rules/recipient-ids.ts'
import type { Roster } from '#relay/backend/notifications/people/roster.ts'
import type { NotificationRule, Recipient } from '#relay/backend/notifications/rules/rules.ts'
import type { Subject } from '#relay/backend/notifications/events/subject.ts'
import type { PlannedSend, Composed } from './send-rows.ts'

interface ComposeDeps {
  readonly createLinks: CreateLinks
  readonly describeKind: DescribeKind
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
  /^(?:title|template|address|properties\.[^:]*):/.test(error ?? '')

const listProperties = (rule: NotificationRule, recipient: Recipient): Readonly<Record<string, string>> => ({
  ...rule.properties,
  ...(recipient.kind === 'service' ? recipient.service.properties : {}),
})

const describeSubject = (subject: Subject, { link, actionURL }: MessageLink) => ({
  link,
  actLink: actionURL,
  health: findHealth(subject),
  ...pickState(subject),
  ...pickSeverity(subject),
})

type Texts = Pick<Payload, 'title' | 'message' | 'mentions' | 'properties' | 'address'>

/** Texts of one message: recipients of one kind with one title share theirs. */
type About = Pick<PlannedSend, 'rule' | 'subject' | 'event' | 'at'>

const createTexts = (
  { rule, subject, event, at }: About,
  { createLinks, describeKind }: Pick<ComposeDeps, 'createLinks' | 'describeKind'>,
) => {
  const links = createLinks(subject, event, at)
  const written = new Map<string, Promise<ComposedMessage>>()
  const errors = new Set<string>()

  const write = (title: string, channel: string): Promise<ComposedMessage> => {
    const usesChannel = /\bchannel\b/.test(`${title}${rule.template}`)
    const key = JSON.stringify([title, usesChannel ? channel : ''])
    const known = written.get(key) ?? composeMessage({ ...rule, title }, subject, { event, links, channel })
    written.set(key, known)
    return known
  }

  const forRecipient = async (recipient: Recipient): Promise<Texts & { readonly connectionId: string | null }> => {
    const { channel, sender, connectionId } = await describeKind(recipient)
    const all = listProperties(rule, recipient)
    const ownTitle = sender === undefined ? undefined : readSettings(all, sender).get('title')
    const { error, ...text } = await write(ownTitle ?? rule.title, channel)
    const templates = Object.fromEntries(Object.entries(all).filter(([, value]) => hasTemplate(value)))
    const rendered = await renderProperties(templates, rule, toMessageValues(subject, { event, links, channel }))
    const address = await renderAddress(recipient, rule, subject, { event, links, channel })
    for (const each of [error, rendered.error, address.error]) if (each !== null) errors.add(each)
    const hasProperties = Object.keys(rendered.properties).length > 0
    return {
      ...text,
      ...(hasProperties && { properties: rendered.properties }),
      ...(address.values.length > 0 && { address: address.values }),
      connectionId,
    }
  }
  return { links, errors, forRecipient }
}

export type ComposeFor = (about: About, recipient: Recipient) => Promise<Partial<Payload>>

/** The text about another resource, for a message that is stored already. */
export const createComposeFor =
  (deps: Pick<ComposeDeps, 'createLinks' | 'describeKind'>): ComposeFor =>
  async (about, recipient) => {
    const texts = createTexts(about, deps)
    const { connectionId: _, ...text } = await texts.forRecipient(recipient)
    return { ...text, ...describeSubject(about.subject, texts.links) }
  }

export const createCompose = (deps: ComposeDeps) => {
  const composeSend = async (
    send: PlannedSend,
    roster: Roster,
    describeKind: DescribeKind,
  ): Promise<ReadonlyMap<Recipient, Composed>> => {
    const { rule, subject } = send
    const texts = createTexts(send, { ...deps, describeKind })
    const fallbacks: Record<string, Texts> = {}
    for (const recipient of rule.fallback) {
      const { connectionId: _, ...text } = await texts.forRecipient(recipient)
      fallbacks[recipientKey(recipient)] = text
    }
    const composed = new Map<Recipient, Composed>()
    for (const recipient of send.recipients)
      composed.set(recipient, {
        ...(await texts.forRecipient(recipient)),
        ...describeSubject(subject, texts.links),
        service: recipient.kind === 'service' ? recipient.index : null,
        recipientKind: recipient.kind,
        recipient: roster.describeRecipient(recipient).name,
        ...(rule.fallback.length > 0 && { fallbacks }),
      })
    const error = texts.errors.size === 0 ? null : [...texts.errors].join(' ')
    if (error !== null || hadTextError(rule)) await deps.onError(rule, error)
    return composed
  }

  return async ({
    plan,
    roster,
  }: DecidedBatch): Promise<ReadonlyMap<PlannedSend, ReadonlyMap<Recipient, Composed>>> => {
    const composed = new Map<PlannedSend, ReadonlyMap<Recipient, Composed>>()
    const kinds = new Map<Recipient, ReturnType<DescribeKind>>()
    const describeKind: DescribeKind = (recipient) => {
      const known = kinds.get(recipient) ?? deps.describeKind(recipient)
      kinds.set(recipient, known)
      return known
    }
    for (const send of plan.sends) composed.set(send, await composeSend(send, roster, describeKind))
    return composed
  }
}
