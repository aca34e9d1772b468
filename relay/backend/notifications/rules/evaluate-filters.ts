import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import { evaluateAll, type Evaluated } from '#relay/backend/templates/template.ts'
import type { NotificationRule, Recipient } from './rules.ts'
import type { Subject } from '#relay/backend/notifications/events/subject.ts'

export interface Verdict {
  readonly passes: boolean
  readonly message: string
  readonly error: string | null
  /** The rule with the recipients whose own filter passes. */
  readonly rule: NotificationRule
}

/** Undefined when the value is no boolean. The texts are those of expressions that end in a template. */
const toBoolean = (value: unknown): boolean | undefined =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined

const formatValue = (value: unknown): string => {
  const text = value === undefined || value === null ? 'nothing' : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

export const readFilterResult = (result: Evaluated): { readonly passes: boolean; readonly error: string | null } => {
  if (!result.ok) return { passes: false, error: toErrorSentence(result.error) }
  const passes = toBoolean(result.value)
  return passes === undefined
    ? { passes: false, error: `must return true or false, returned ${formatValue(result.value)}.` }
    : { passes, error: null }
}

const findFilter = (recipient: Recipient): string =>
  recipient.kind === 'service' ? (recipient.service.filter ?? '').trim() : ''

const formatFilterPath = (recipient: Recipient, column: string): string => {
  if (recipient.kind !== 'service') return column
  const { team, index } = recipient
  return team === null ? `${column}[${index}].filter` : `team ${team.name}, notifications[${index}].filter`
}

interface Source {
  readonly path: string
  readonly source: string
}

const listSources = (rule: NotificationRule): readonly Source[] => [
  { path: 'filter', source: rule.filter },
  ...rule.recipients.map((each) => ({ path: formatFilterPath(each, 'custom_services'), source: findFilter(each) })),
  ...rule.fallback.map((each) => ({
    path: formatFilterPath(each, 'fallback_custom_services'),
    source: findFilter(each),
  })),
]

/** Errors that the next evaluation of the filters replaces. */
export const isFilterError = (error: string | null): boolean =>
  error !== null && /^(?:filter|(?:fallback_)?custom_services\[\d+\]\.filter|team .*\.filter): /.test(error)

/** Rules without any filter have no verdict. */
export const evaluateFilters = async (
  rules: readonly NotificationRule[],
  subject: Subject,
): Promise<ReadonlyMap<string, Verdict>> => {
  const filtered = rules
    .map((rule) => ({ rule, sources: listSources(rule) }))
    .filter(({ sources }) => sources.some(({ source }) => source !== ''))
  const written = filtered.flatMap(({ sources }) => sources.filter(({ source }) => source !== ''))
  const results = await evaluateAll(
    written.map(({ source }) => ({ language: 'expr', source }) as const),
    subject.environment,
    { owner: 'notifications' },
  )
  const outcomes = new Map(
    written.map((source, index) => {
      const result = results[index]
      if (result === undefined) throw new Error('filter result missing')
      return [source, { ...readFilterResult(result), value: result.ok ? result.value : null }] as const
    }),
  )
  return new Map(
    filtered.map(({ rule, sources }): [string, Verdict] => {
      const [own, ...others] = sources.map((source) => outcomes.get(source))
      const failed = sources.find((source) => outcomes.get(source)?.error != null)
      const error = failed === undefined ? null : `${failed.path}: ${outcomes.get(failed)?.error}`
      const accepts = (index: number) => others[index]?.passes !== false
      const count = rule.recipients.length
      const narrowed = {
        ...rule,
        recipients: rule.recipients.filter((_, index) => accepts(index)),
        fallback: rule.fallback.filter((_, index) => accepts(count + index)),
      }
      if (own?.error != null)
        return [rule.id, { passes: false, rule, error, message: `The filter could not be evaluated. ${error}` }]
      if (own?.passes === false)
        return [rule.id, { passes: false, rule, error, message: `The filter returned ${JSON.stringify(own.value)}.` }]
      const passes = count === 0 || narrowed.recipients.length > 0
      const message = passes ? 'The filter returned true.' : 'The filters of all recipients exclude the event.'
      return [rule.id, { passes, rule: narrowed, error, message }]
    }),
  )
}
