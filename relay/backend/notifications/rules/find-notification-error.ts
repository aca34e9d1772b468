import { rotationSchema } from '#shared/notifications/on-call.ts'
import { silenceWindowSchema } from '#shared/notifications/silence-window.ts'
import { notificationEvents } from '#shared/notifications/notification-values.ts'
import { formatAllowed } from '#shared/primitives/nearest.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { findExpressionError } from '#relay/backend/templates/template.ts'
import { findInhibitionsError, findPropertiesError, findServicesError } from './find-services-error.ts'
import { findSelectorsError } from './find-selectors-error.ts'

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const expressions = [
  { relation: 'notifications', column: 'filter', language: 'expr' },
  { relation: 'notifications', column: 'title', language: 'template' },
  { relation: 'notifications', column: 'template', language: 'template' },
  { relation: 'notification_silences', column: 'filter', language: 'expr' },
] as const

const findTermsError = (row: Readonly<Record<string, unknown>>): string | undefined => {
  if (row['window_days'] == null) return undefined
  const window = { days: row['window_days'], from: row['window_from'], to: row['window_to'], zone: row['window_zone'] }
  const [issue] = silenceWindowSchema.safeParse(window).error?.issues ?? []
  return issue === undefined ? undefined : `window_${formatPath(issue.path)}: ${issue.message}.`
}

const findRotationError = (row: Readonly<Record<string, unknown>>): string | undefined => {
  const [issue] = rotationSchema.partial().safeParse(row).error?.issues ?? []
  return issue === undefined ? undefined : `${formatPath(issue.path)}: ${issue.message}.`
}

const findSilenceError = ({ from, until, selectors }: Readonly<Record<string, unknown>>): string | undefined => {
  if (typeof from === 'string' && typeof until === 'string' && Date.parse(from) > Date.parse(until))
    return 'from: must be before until.'
  return findSelectorsError(selectors)
}

const nanoColumns = ['wait_for', 'wait_for_eval_period', 'fallback_delay'] as const

const findEventError = (events: unknown): string | undefined => {
  const listed: readonly unknown[] = Array.isArray(events) ? events : []
  if (Array.isArray(events) && listed.length === 0) return 'events: must name at least one event.'
  const unknown = listed.map(String).find((event) => !notificationEvents.some((known) => known === event))
  if (unknown === undefined) return undefined
  return `events: unknown event ${JSON.stringify(unknown)}${formatAllowed(unknown, notificationEvents)}.`
}

const findRuleError = async (row: Readonly<Record<string, unknown>>): Promise<string | undefined> => {
  for (const column of nanoColumns)
    if (Number(row[column] ?? 0) < 0) return `${column}: must not be negative, got ${String(row[column])}.`
  const repeat = toText(row['repeat_interval'])
  if (repeat !== '' && parseDuration(repeat) === null)
    return `repeat_interval: must be a duration such as 30m, 4h or 1d, got "${repeat}".`
  return (
    findEventError(row['events']) ??
    (await findServicesError('custom_services', row['custom_services'])) ??
    (await findServicesError('fallback_custom_services', row['fallback_custom_services'])) ??
    (await findPropertiesError('properties', row['properties'])) ??
    findInhibitionsError(row['inhibitions'])
  )
}

export const findNotificationError = async (
  relation: string,
  row: Readonly<Record<string, unknown>>,
): Promise<string | undefined> => {
  for (const { relation: wanted, column, language } of expressions) {
    const source = relation === wanted ? toText(row[column]) : ''
    const error = source === '' ? undefined : await findExpressionError({ language, source })
    if (error !== undefined) return `${column}: ${error.message}`
  }
  if (relation === 'notification_silence_terms') return findTermsError(row)
  if (relation === 'on_call_rotations') return findRotationError(row)
  if (relation === 'teams' && isMap(row['spec']))
    return findServicesError('spec.notifications', row['spec']['notifications'])
  if (relation === 'notification_silences') return findSilenceError(row)
  return relation === 'notifications' ? findRuleError(row) : undefined
}
