import { createHash } from 'node:crypto'
import { toText } from '#shared/primitives/to-text.ts'
import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'
import type { Subject } from '#relay/backend/notifications/events/subject.ts'

const usualWindowMs = 30_000

export const getWindowMs = ({ waitMs, evaluationMs }: NotificationRule): number =>
  waitMs > 0 ? waitMs + evaluationMs : usualWindowMs

/** Messages of a check are results, those of other resources columns. */
const readReason = ({ target: { row }, environment }: Subject): string => {
  const status = environment['check_status']
  const reported = typeof status === 'object' && status !== null ? { ...status } : {}
  return (
    toText(row['status_reason']) || toText(Reflect.get(reported, 'error')) || toText(Reflect.get(reported, 'message'))
  )
}

const readValue = (subject: Subject, key: string): string => {
  const { target } = subject

  if (key.startsWith('label:')) return target.labels[key.slice('label:'.length)] ?? ''
  if (key.startsWith('tag:')) return target.tags[key.slice('tag:'.length)] ?? ''
  switch (key) {
    case 'type':
    case 'name':
    case 'namespace':
      return toText(target.row[key]) || (target[key] ?? '')
    case 'description':
      return toText(target.row[key]) || readReason(subject)
    case 'status_reason':
      return readReason(subject) || toText(target.row['description'])
    default:
      return toText(target.row[key])
  }
}

export const formatGroup = ({ groupBy }: NotificationRule, subject: Subject): string =>
  groupBy.map((key) => `${key.replace(/^(label|tag):/, '')}=${readValue(subject, key) || '(none)'}`).join(', ')

const hashed = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

export const groupHash = (rule: NotificationRule, event: string, subject: Subject): string | undefined =>
  rule.groupBy.length === 0
    ? undefined
    : hashed([rule.id, event, ...rule.groupBy.flatMap((key) => [key, readValue(subject, key)])])

export const floodHash = (rule: NotificationRule, event: string): string => hashed([rule.id, event, 'flood'])
