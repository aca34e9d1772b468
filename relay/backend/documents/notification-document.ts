import { z } from 'zod'
import { notificationEvents } from '#shared/notifications/notification-values.ts'
import { ruleSpecSchema } from '#shared/notifications/rule-spec.ts'
import { scalarText } from '#shared/primitives/document-scalars.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { toSystemMailUrl } from '#relay/backend/notifications/people/system-mail.ts'
import { formatAllowed } from '#shared/primitives/nearest.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { findRecipientError } from './recipient-error.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'

type Row = Readonly<Record<string, unknown>>

export const nanosPerMs = 1_000_000
const text = z.string().nullish()
const duration = z.union([z.int().nonnegative(), z.string()]).nullish()
/** Rows have nanoseconds. A small number is meant as seconds or minutes. */
const publishedDuration = duration.refine(
  (value) => typeof value !== 'number' || value === 0 || value >= 1_000 * nanosPerMs,
  'must be a duration such as 5m, or a number of nanoseconds',
)

const recipient = {
  person: text,
  team: text,
  onCall: text,
  playbook: text,
  email: z.union([z.string(), z.array(z.string())]).nullish(),
  connection: text,
  url: text,
  name: text,
  filter: text,
  properties: z.record(z.string(), scalarText).nullish(),
  webhook: unavailable('set url to the address, or connection to one with the login').optional(),
}

/** The fields of a document, and those of a row. */
export const notificationDocumentSchema = z.strictObject({
  ...ruleSpecSchema.shape,
  events: z.union([z.string(), z.array(z.string())]),
  to: z.strictObject(recipient).nullish(),
  fallback: z.strictObject({ ...recipient, delay: publishedDuration }).nullish(),
  waitFor: publishedDuration,
  waitForEvalPeriod: publishedDuration,
  repeatInterval: text,
  groupBy: z.array(z.string()).nullish(),
  /** Without effect: a message of a group has the events that were collected before it was sent. */
  groupByInterval: duration,
  onResolved: unavailable('add the event of the recovery to events, such as check.passed or config.healthy').optional(),
  wait_for: duration,
  wait_for_eval_period: duration,
  fallback_delay: duration,
})

export const renamedFields = [
  ['waitFor', 'wait_for'],
  ['waitForEvalPeriod', 'wait_for_eval_period'],
  ['repeatInterval', 'repeat_interval'],
  ['groupBy', 'group_by'],
] as const
export const durationColumns = ['wait_for', 'wait_for_eval_period', 'fallback_delay'] as const
export const recipientSides = [
  { key: 'to', services: 'custom_services' },
  { key: 'fallback', services: 'fallback_custom_services' },
] as const

export const toNanos = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  const ms = typeof value === 'string' ? parseDuration(value.trim()) : null
  return ms === null ? undefined : Math.round(ms * nanosPerMs)
}

const toServices = ({ email, url, connection, name, filter, properties }: Row): readonly Row[] => {
  const to = Array.isArray(email) ? email.join(',') : email
  const shared = { ...(filter != null && { filter }), ...(properties != null && { properties }) }
  const service = (fallbackName: string, target: Row) => ({ name: name ?? fallbackName, ...target, ...shared })
  return [
    ...(typeof to === 'string' && to !== '' ? [service(to, { url: toSystemMailUrl(to) })] : []),
    ...(typeof url === 'string' && url !== '' ? [service('', { url })] : []),
    ...(typeof connection === 'string' && connection !== '' ? [service('', { connection })] : []),
  ]
}

const formatIssues = (input: Row, error: z.ZodError): string => {
  const issues = specIssues(notificationDocumentSchema, error, input)
  const issue = issues.find(({ path, message }) => path.length === 1 && message.startsWith('unknown')) ?? issues[0]
  const isEvents = issue?.path.length === 1 && issue.path[0] === 'events' && input['events'] != null
  const message = isEvents ? 'must be a list of events' : (issue?.message ?? 'cannot be read')
  return `${formatPath(['spec', ...(issue?.path ?? [])])}: ${message}.`
}

const groupKeys = ['type', 'name', 'namespace', 'status', 'health', 'description', 'status_reason']
const isGroupKey = (key: string): boolean => groupKeys.includes(key) || /^(label|tag):./.test(key)

const findUnknownValue = ({ events, group_by: groupBy }: Row, input: Row): string | undefined => {
  const listed: readonly unknown[] = Array.isArray(events) ? events : []
  const at = listed.findIndex((event) => !notificationEvents.some((known) => known === event))
  if (at >= 0) {
    const event = String(listed[at])
    return `spec.events[${at}]: unknown event ${JSON.stringify(event)}${formatAllowed(event, notificationEvents)}.`
  }
  const keys: readonly unknown[] = Array.isArray(groupBy) ? groupBy : []
  const wrong = keys.findIndex((key) => !isGroupKey(String(key)))
  if (wrong < 0) return undefined
  const field = Object.hasOwn(input, 'group_by') ? 'group_by' : 'groupBy'
  return `spec.${field}[${wrong}]: unknown key ${JSON.stringify(keys[wrong])}; use ${groupKeys.join(', ')}, label:<name> or tag:<name>.`
}

/** The columns of a row, with names where a row has ids. */
export const readNotificationSpec = (spec: unknown): { readonly spec: Row } | { readonly error: string } => {
  const input = isMap(spec) ? spec : {}
  const { data, error } = notificationDocumentSchema.safeParse(input)
  if (data === undefined) return { error: formatIssues(input, error) }
  const { groupByInterval: _lifetime, onResolved: _resolved, ...row }: Record<string, unknown> = { ...data }
  if (typeof row['events'] === 'string') row['events'] = row['events'].split(',').map((event) => event.trim())
  for (const [published, column] of renamedFields) {
    if (row[published] != null && row[column] != null) return { error: `spec.${column}: repeats ${published}.` }
    row[column] ??= row[published]
    delete row[published]
  }
  const unknownValue = findUnknownValue(row, input)
  if (unknownValue !== undefined) return { error: unknownValue }
  for (const { key, services } of recipientSides) {
    const {
      delay,
      email: _email,
      url: _url,
      connection: _connection,
      webhook: _webhook,
      name: _name,
      filter: _filter,
      properties,
      ...names
    } = data[key] === undefined || data[key] === null ? {} : { delay: undefined, ...data[key] }
    const recipientError = findRecipientError(data[key] ?? {})
    if (recipientError !== undefined) return { error: `spec.${key}.${recipientError[0]}: ${recipientError[1]}.` }
    const added = toServices(data[key] ?? {})
    const others = row[services]
    delete row[key]
    if (Object.values(names).some((name) => name != null)) row[key] = names
    if (added.length > 0) row[services] = [...added, ...(Array.isArray(others) ? others : [])]
    else if (properties != null) row['properties'] ??= properties
    if (delay != null) row['fallback_delay'] ??= delay
  }
  for (const column of durationColumns) {
    if (row[column] == null) continue
    const nanos = toNanos(row[column])
    const name =
      column === 'fallback_delay'
        ? 'fallback.delay'
        : (renamedFields.find(([, each]) => each === column)?.[0] ?? column)
    const shown = Object.hasOwn(input, column) ? column : name
    if (nanos === undefined)
      return { error: `spec.${shown}: must be a duration such as 30s, 10m or 4h, got ${JSON.stringify(row[column])}.` }
    row[column] = nanos
  }
  return { spec: Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) }
}
