import { z } from 'zod'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { envVar, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { eventAge } from '#relay/backend/scrapers/kinds/audit-events.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { toRegex } from '#relay/backend/templates/pattern.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'

const text = z.string().min(1)
const cel = text.transform((source): Expression => ({ language: 'expr', source }))
/** Bounds matching time, which grows with the size of message and expression. */
const sizeMax = 400

const regexp = text.max(1_000).transform((source, context) => {
  try {
    const pattern = toRegex(source)
    if (pattern.programSize() <= sizeMax) return pattern
    context.addIssue({ code: 'custom', message: 'repeats too often: reduce its {n,m}' })
  } catch (error) {
    context.addIssue({
      code: 'custom',
      message: toErrorMessage(error),
    })
  }
  return z.NEVER
})

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
  { error: 'must be a string, {value} or {expr}' },
)

const rule = z.strictObject({
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
  config: z.array(z.unknown()).optional(),
})
export type SlackRule = z.infer<typeof rule>

export const slackSpec = z
  .strictObject({
    token: secret(envVar).optional(),
    connection: text.optional(),
    channels: z.array(text).optional(),
    private: z.boolean().default(true),
    since: eventAge,
    messages: z.number().int().min(1).max(10_000).default(1_000),
    /** The first matching rule decides; without rules every message is a change. */
    rules: z.array(rule).optional(),
    url: text.optional(),
    tls: tlsConfig.optional(),
  })
  .refine(({ token, connection }) => (token ?? connection) !== undefined, { message: 'required', path: ['token'] })
export type SlackSpec = z.infer<typeof slackSpec>
