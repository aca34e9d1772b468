import { toChangeSeverity } from '#shared/catalog/change-severity.ts'
import { z } from 'zod'
import { matchesPatterns } from '#shared/access/match.ts'
import type { ScrapedChange } from '#relay/backend/catalog/scraped-item.ts'
import { parseTime } from '#relay/backend/templates/functions/parse-time.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'
import { toShownText } from '#shared/primitives/to-shown-text.ts'
import type { SlackRule } from './slack-spec.ts'

const text = z.string().nullish()
export const messageSchema = z.looseObject({
  ts: z.string(),
  text: z.string().catch(''),
  subtype: text,
  user: text,
  username: text,
  bot_id: text,
  bot_profile: z.looseObject({ name: z.string() }).nullish(),
  thread_ts: text,
  reply_count: z.number().nullish(),
})
type SlackMessage = z.infer<typeof messageSchema>

export interface SlackAuthor {
  readonly name: string
  readonly displayName: string
}

export interface MessageSource {
  readonly channel: { readonly id: string; readonly name: string }
  /** Undefined for a deleted user, `hidden` where the app must not read users. */
  readonly findAuthor: (user: string) => Promise<SlackAuthor | 'hidden' | undefined>
  readonly signal: AbortSignal
}

const summaryMax = 500
const matchedMax = 4_096

const readBotName = ({ bot_id: id, bot_profile: profile, username }: SlackMessage): string =>
  id == null ? '' : (profile?.name ?? username ?? id)

const parseTimestamp = (ts: string): string | undefined => {
  const time = new Date(Number(ts) * 1_000)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

const captured = ({ regexp }: SlackRule, message: SlackMessage): Readonly<Record<string, string>> | undefined => {
  if (regexp === undefined) return {}
  for (const { groups } of regexp.matchAll(message.text.slice(0, matchedMax)))
    return Object.fromEntries(Object.entries(groups ?? {}).filter(([, value]) => typeof value === 'string'))
  return undefined
}

const hasAuthor = async (
  { filter }: SlackRule,
  message: SlackMessage,
  { findAuthor, channel }: MessageSource,
): Promise<boolean> => {
  if (filter?.bot !== undefined && (readBotName(message) === '' || !matchesPatterns(filter.bot, readBotName(message))))
    return false
  const { name, displayName } = filter?.user ?? {}
  if (name === undefined && displayName === undefined) return true
  const author = message.user == null ? undefined : await findAuthor(message.user)
  if (author === 'hidden')
    throw new ExpectedError(
      `A rule needs the author of a message in #${channel.name}, but the app lacks the scope users:read.`,
    )
  return (
    author !== undefined &&
    (name === undefined || matchesPatterns(name, author.name)) &&
    (displayName === undefined || matchesPatterns(displayName, author.displayName))
  )
}

const mappedNames = ['type', 'severity', 'summary', 'createdAt', 'details'] as const
type Mapped = Partial<Record<(typeof mappedNames)[number], unknown>>

const mappedBy = async (
  rule: SlackRule,
  values: Readonly<Record<string, unknown>>,
  { channel, signal }: MessageSource,
): Promise<Mapped | undefined> => {
  const { filter, mapping = {} } = rule
  const expressions: (readonly [name: string, expression: Expression])[] = [
    ...(filter?.expr === undefined ? [] : [['filter', filter.expr] as const]),
    ...mappedNames.flatMap((name) => {
      const expression = mapping[name]?.expr
      return expression === undefined ? [] : [[name, expression] as const]
    }),
  ]
  const outcomes = await evaluateAll(
    expressions.map(([, expression]) => expression),
    values,
    { signal },
  )
  const found = new Map<string, unknown>()
  for (const [index, [name]] of expressions.entries()) {
    const outcome = outcomes[index]
    if (outcome?.ok !== true)
      throw new ExpectedError(
        `${name} of a rule failed for a message in #${channel.name}. ${outcome?.error.message ?? ''}`,
      )
    found.set(name, outcome.value)
  }
  if (found.has('filter') && found.get('filter') !== true) return undefined
  return Object.fromEntries(mappedNames.map((name) => [name, mapping[name]?.value ?? found.get(name)]))
}

const parseCreatedAt = (value: unknown, { mapping }: SlackRule): string | undefined => {
  const timeText = toShownText(value)
  if (timeText === undefined) return undefined
  const time = mapping?.timeFormat === undefined ? new Date(timeText) : parseTime(timeText, mapping.timeFormat)
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

const everything: SlackRule = {}

/**
 * The first matching rule decides; undefined when none matches. Without rules, each message of a person is a change.
 */
export const toMessageChange = async (
  message: SlackMessage,
  rules: readonly SlackRule[] | undefined,
  source: MessageSource,
): Promise<ScrapedChange | undefined> => {
  const isWritten = message.subtype == null || message.subtype === 'bot_message' || message.subtype === 'me_message'
  if (rules === undefined && !isWritten) return undefined
  const bot = readBotName(message)
  for (const rule of rules ?? [everything]) {
    const env = captured(rule, message)
    if (env === undefined || !(await hasAuthor(rule, message, source))) continue
    const values = { env, text: message.text, bot, user: message.user ?? '', channel: source.channel.name }
    const mapped = await mappedBy(rule, values, source)
    if (mapped === undefined) continue
    const author = message.user == null || bot !== '' ? undefined : await source.findAuthor(message.user)
    const writer = author === 'hidden' ? undefined : author?.displayName
    return {
      changeType: toShownText(mapped.type) ?? env['type'] ?? 'Message',
      severity: toChangeSeverity(toShownText(mapped.severity) ?? env['severity'] ?? 'info'),
      source: 'slack',
      summary: (toShownText(mapped.summary) ?? env['summary'] ?? message.text).slice(0, summaryMax),
      externalId: `${source.channel.id}/${message.ts}`,
      createdBy: bot === '' ? (writer ?? message.user ?? undefined) : bot,
      createdAt: parseCreatedAt(mapped.createdAt, rule) ?? parseTimestamp(message.ts),
      details: mapped.details ?? { text: message.text, ...(Object.keys(env).length > 0 && { captured: env }) },
    }
  }
  return undefined
}
