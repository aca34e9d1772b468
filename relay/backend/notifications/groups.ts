import { createHash } from 'node:crypto'
import type { NotificationRule } from './rules.ts'
import type { Subject } from './subject.ts'

const usualWindowMs = 30_000

export const getWindowMs = ({ waitMs, evaluationMs }: NotificationRule): number =>
  waitMs > 0 ? waitMs + evaluationMs : usualWindowMs

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

const readValue = ({ target }: Subject, key: string): string => {
  if (key.startsWith('label:')) return target.labels[key.slice('label:'.length)] ?? ''
  if (key.startsWith('tag:')) return target.tags[key.slice('tag:'.length)] ?? ''
  return key === 'type' ? (target.type ?? '') : toText(target.row[key])
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
