import { z } from 'zod'
import { envVar, tlsConfig } from '#relay/backend/checks/types/fields.ts'
import { eventAge } from '#relay/backend/scrapers/kinds/audit-events.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { toRegex } from '#relay/backend/templates/pattern.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'

const text = z.string().min(1)
const cel = text.transform((source): Expression => ({ language: 'expr', source }))
/** Matching takes time in proportion to the message and to this: no rule can keep the console busy. */
const sizeMax = 400

const regexp = text.max(1_000).transform((source, context) => {
  try {
    const pattern = toRegex(source)
    if (pattern.programSize() <= sizeMax) return pattern
    context.addIssue({ code: 'custom', message: 'repeats too much: make its {n,m} smaller' })
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is no regular expression' })
  }
  return z.NEVER
})

/** A text, or an expression. */
const value = z.union(
  [
    text.transform((fixed) => ({ value: fixed, expr: undefined })),
    z
      .strictObject({ value: text.optional(), expr: cel.optional() })
      .refine(
        ({ value: fixed, expr }) => (fixed === undefined) !== (expr === undefined),
        'needs exactly one of value and expr',
      ),
  ],
  { error: 'must be a text, {value} or {expr}' },
)

const rule = z.strictObject({
  /** What it captures by name is `env` of the expressions; messages without it are not told. */
  regexp: regexp.optional(),
  filter: z
    .strictObject({
      bot: text.optional(),
      user: z.strictObject({ name: text.optional(), displayName: text.optional() }).optional(),
      expr: cel.optional(),
    })
    .optional(),
  mapping: z
    .strictObject({
      type: value.optional(),
      severity: value.optional(),
      summary: value.optional(),
      createdAt: value.optional(),
      details: value.optional(),
      timeFormat: text.optional(),
    })
    .optional(),
  /** Which other items it would be a change of: it is read and not followed. */
  config: z.array(z.unknown()).optional(),
})
export type SlackRule = z.infer<typeof rule>

export const slackSpec = z
  .strictObject({
    token: secret(envVar).optional(),
    connection: text.optional(),
    /** Names and ids of channels, in which `*` may stand, and `!` before what is left out. */
    channels: z.array(text).optional(),
    /** Whether private channels that the app is in are read too. */
    private: z.boolean().default(true),
    /** Messages of so long are told, in milliseconds. */
    since: eventAge,
    /** How many messages of a channel are read at most. */
    messages: z.number().int().min(1).max(10_000).default(1_000),
    /** The first that holds of a message tells it; without rules every message is told. */
    rules: z.array(rule).optional(),
    url: text.optional(),
    tls: tlsConfig.optional(),
  })
  .refine(({ token, connection }) => (token ?? connection) !== undefined, { message: 'is missing', path: ['token'] })
export type SlackSpec = z.infer<typeof slackSpec>
