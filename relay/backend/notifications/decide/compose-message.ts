import { formatDuration } from '#shared/primitives/duration.ts'
import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import { toText } from '#shared/primitives/to-text.ts'
import { evaluate } from '#relay/backend/templates/template.ts'
import { findWrittenMentions, type WrittenMentions } from '#relay/backend/clients/senders/text/mentions.ts'
import { cut } from '#relay/backend/clients/senders/sender.ts'
import { storableText } from '#relay/database/storable-text.ts'
import { escapeMarkdown } from '#relay/backend/clients/senders/text/render-markdown.ts'
import type { MessageLink } from '#relay/backend/notifications/events/message-links.ts'
import { listAddressTemplates } from '#relay/backend/notifications/rules/address-templates.ts'
import type { NotificationRule, Recipient } from '#relay/backend/notifications/rules/rules.ts'
import type { Subject } from '#relay/backend/notifications/events/subject.ts'

const titleMax = 500
const messageMax = 20_000
const propertyMax = 1_000

const stateLabels: Readonly<Record<string, string>> = {
  failed: 'fails',
  passed: 'passes again',
  healthy: 'is healthy again',
  unhealthy: 'is unhealthy',
  warning: 'has a warning',
  unknown: 'has an unknown state',
  created: 'was created',
  updated: 'was changed',
  changed: 'has a change',
  deleted: 'was deleted',
}

const eventLabels: Readonly<Record<string, string>> = {
  'incident.created': 'was opened',
  'incident.status.open': 'was reopened',
  'incident.status.investigating': 'is being investigated',
  'incident.status.mitigated': 'is mitigated',
  'incident.status.resolved': 'is resolved',
  'incident.status.closed': 'is closed',
  'incident.status.cancelled': 'is cancelled',
  'incident.responder.added': 'has a new responder',
  'incident.responder.removed': 'had a responder removed',
  'incident.comment.added': 'has a new comment',
  'incident.dod.added': 'has a new definition-of-done item',
  'incident.dod.removed': 'had a definition-of-done item removed',
  'incident.dod.passed': 'meets a definition-of-done item',
  'incident.dod.regressed': 'no longer meets a definition-of-done item',
  'playbook.spec.approval.updated': 'has new approvers',
  'playbook.approval.inserted': 'received an approval',
}

const textAt = (value: unknown, key: string): string => {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return toText(text)
}

const usualTitle = ({ target }: Pick<Subject, 'target'>, event: string): string =>
  `${target.name} ${eventLabels[event] ?? stateLabels[event.split('.')[1] ?? ''] ?? event}`

const minute = 60
const describeFailure = (seconds: number): string => {
  const rounded = seconds < minute ? Math.round(seconds) : Math.round(seconds / minute) * minute
  return `It failed for ${formatDuration(Math.max(rounded, 1) * 1_000)}.`
}

/** Values are escaped: the message is Markdown. */
const usualMessage = ({ kind, target, environment, failedFor }: Subject, event: string, actionURL: string): string => {
  const status = environment['check_status']
  const why =
    textAt(status, 'error') ||
    textAt(status, 'message') ||
    textAt(target.row, 'status_reason') ||
    textAt(environment['comment'], 'comment') ||
    textAt(target.row, 'description')
  const severity = textAt(target.row, 'severity')
  const place = [target.type, target.namespace].filter(Boolean).join(' in ')
  const labels = Object.entries(target.labels).map(([key, value]) => `${key}=${value}`)
  return [
    [failedFor !== undefined && describeFailure(failedFor), escapeMarkdown(why || usualTitle({ target }, event))]
      .filter(Boolean)
      .join(' '),
    '',
    [event, escapeMarkdown(place), severity && `severity ${escapeMarkdown(severity)}`].filter(Boolean).join(' · '),
    ...(labels.length > 0 ? [escapeMarkdown(labels.join(', '))] : []),
    ...(silenced.has(kind) ? ['', `Acknowledge or silence: ${actionURL}`] : []),
    ...(kind === 'incident' ? ['', `Acknowledge: ${actionURL}`] : []),
  ].join('\n')
}

const silenced: ReadonlySet<string> = new Set(['check', 'config', 'component'])

interface MessageContext {
  readonly event: string
  readonly links: MessageLink
  readonly channel: string
}

export const toMessageValues = (subject: Subject, { event, links, channel }: MessageContext) => {
  const { permalink, silenceURL, actionURL } = links
  return { ...subject.environment, event, permalink, silenceURL, actionURL, channel }
}

/** An invalid template results in an empty text. */
export const renderProperties = async (
  templates: Readonly<Record<string, string>>,
  { id }: Pick<NotificationRule, 'id'>,
  values: ReturnType<typeof toMessageValues>,
  describe = (key: string): string => `properties.${key}`,
): Promise<{ readonly properties: Readonly<Record<string, string>>; readonly error: string | null }> => {
  const errors: string[] = []
  const properties: Record<string, string> = {}
  for (const [key, template] of Object.entries(templates))
    try {
      properties[key] = cut(storableText(String(await evaluate({ template }, values, { owner: id }))), propertyMax)
    } catch (error) {
      properties[key] = ''
      errors.push(`${describe(key)}: ${toErrorSentence(error)}`)
    }
  return { properties, error: errors.length === 0 ? null : errors.join(' ') }
}

export const renderAddress = async (
  recipient: Recipient,
  rule: Pick<NotificationRule, 'id'>,
  subject: Subject,
  context: MessageContext,
): Promise<{ readonly values: readonly string[]; readonly error: string | null }> => {
  const url = recipient.kind === 'service' ? (recipient.service.url ?? '') : ''
  const templates = listAddressTemplates(url)
  const named = Object.fromEntries(templates.map((template, index) => [`${index}`, template]))
  const { properties, error } = await renderProperties(named, rule, toMessageValues(subject, context), () => 'address')
  return { values: Object.values(properties), error }
}

export interface ComposedMessage {
  readonly title: string
  readonly message: string
  readonly mentions?: WrittenMentions
  readonly error: string | null
}

/** When a template fails, the default text is sent with the error, so that the message is not lost. */
export const composeMessage = async (
  { title, template, id }: Pick<NotificationRule, 'title' | 'template' | 'id'>,
  subject: Subject,
  context: MessageContext,
): Promise<ComposedMessage> => {
  const values = toMessageValues(subject, context)
  const errors: string[] = []
  const render = async (field: string, source: string, usual: string): Promise<string> => {
    if (source === '') return usual
    try {
      return storableText(String(await evaluate({ template: source }, values, { owner: id })))
    } catch (error) {
      errors.push(`${field}: ${toErrorSentence(error)}`)
      return usual
    }
  }
  const usualHeading = usualTitle(subject, context.event)
  const heading = await render('title', title, usualHeading)
  const text = await render('template', template, usualMessage(subject, context.event, context.links.actionURL))
  const error = errors.length === 0 ? null : errors.join(' ')
  const mentions = findWrittenMentions([title, template])
  return {
    // Most services reject a message without a title.
    title: cut(heading.trim() === '' ? usualHeading : heading, titleMax),
    message: cut(error === null ? text : `${text}\n\nThe rule's template failed. ${escapeMarkdown(error)}`, messageMax),
    ...((mentions.names.length > 0 || mentions.hasOpenMention) && { mentions }),
    error,
  }
}
