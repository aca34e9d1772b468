import { evaluate } from '#relay/backend/templates/template.ts'
import { toErrorMessage } from '#relay/backend/playbooks/playbook-error.ts'
import type { MessageLink } from './message-links.ts'
import type { NotificationRule } from './rules.ts'
import type { Subject } from './subject.ts'

const titleMax = 500
const messageMax = 20_000

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
  return typeof text === 'string' ? text : ''
}

const usualTitle = ({ target }: Pick<Subject, 'target'>, event: string): string =>
  `${target.name} ${eventLabels[event] ?? stateLabels[event.split('.')[1] ?? ''] ?? event}`

const usualMessage = ({ kind, target, environment }: Subject, event: string, silenceURL: string): string => {
  const status = environment['status']
  const why =
    textAt(status, 'error') ||
    textAt(status, 'message') ||
    textAt(target.row, 'status_reason') ||
    textAt(environment['comment'], 'comment') ||
    textAt(target.row, 'description')
  const labels = Object.entries(target.labels).map(([key, value]) => `${key}=${value}`)
  return [
    why || usualTitle({ target }, event),
    '',
    [event, [target.type, target.namespace].filter(Boolean).join(' in ')].filter(Boolean).join(' · '),
    ...(labels.length > 0 ? [labels.join(', ')] : []),
    ...(silenced.has(kind) ? ['', `Acknowledge or silence: ${silenceURL}`] : []),
    ...(kind === 'incident' ? ['', `Acknowledge: ${silenceURL}`] : []),
  ].join('\n')
}

const silenced: ReadonlySet<string> = new Set(['check', 'config', 'component'])

/** When a template fails, the default text is sent with the error, so that the message is not lost. */
export const composeMessage = async (
  { title, template, id }: NotificationRule,
  subject: Subject,
  event: string,
  links: MessageLink,
  channel: string,
): Promise<{ readonly title: string; readonly message: string; readonly error: string | null }> => {
  const values = { ...subject.environment, event, ...links, name: subject.target.name, channel }
  const errors: string[] = []
  const render = async (field: string, source: string, usual: string): Promise<string> => {
    if (source === '') return usual
    try {
      return String(await evaluate({ template: source }, values, { owner: id }))
    } catch (error) {
      errors.push(`${field}: ${toErrorMessage(error)}`)
      return usual
    }
  }
  const heading = await render('title', title, usualTitle(subject, event))
  const text = await render('template', template, usualMessage(subject, event, links.silenceURL))
  const error = errors.length === 0 ? null : errors.join(' ')
  return {
    title: heading.slice(0, titleMax),
    message: (error === null ? text : `${text}\n\nThe rule's template failed. ${error}`).slice(0, messageMax),
    error,
  }
}
