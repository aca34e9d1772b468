import { z } from 'zod'
import { booleanField, scalarText } from '#shared/primitives/document-scalars.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { isBlankName, nameMaxLength, storableName } from '#relay/backend/rows/storable-text.ts'
import { metricSchema } from '#relay/backend/checks/spec/check-metrics.ts'
import { confirmationSchema } from '#relay/backend/checks/spec/confirmation.ts'
import { templateSchema } from '#relay/backend/templates/template.ts'

const name = scalarText.transform(storableName).pipe(z.string().max(nameMaxLength))

/** Forms write `{}` and `{expr: ""}` for "none". */
const template = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every((source) => source === '')
      ? undefined
      : (value ?? undefined),
  templateSchema.optional(),
)

const timeout = z
  .union([z.string(), z.number().min(0)])
  .transform((value, context) => {
    if (value === 0 || value === '') return undefined
    const ms = typeof value === 'number' ? value * 1_000 : parseDuration(value)
    if (ms !== null && ms > 0) return ms
    context.addIssue({ code: 'custom', message: 'expected a duration like "10s", or a number of seconds' })
    return z.NEVER
  })
  .optional()

const retention = z
  .string()
  .nullish()
  .transform((value, context) => {
    if (value == null || value === '') return undefined
    const ms = parseDuration(value)
    if (ms !== null) return ms
    context.addIssue({ code: 'custom', message: 'expected a duration like "1h"' })
    return z.NEVER
  })

const lookup = z
  .strictObject({ value: scalarText.optional(), label: scalarText.optional(), expr: scalarText.optional() })
  .refine(
    (by) => Object.values(by).filter((source) => source !== undefined).length < 2,
    'needs one of value, label, expr',
  )
export const linkFields = ['id', 'external_id', 'name', 'namespace', 'type', 'agent', 'scope'] as const
const links = z
  .array(
    z.strictObject({
      id: lookup.optional(),
      external_id: lookup.optional(),
      name: lookup.optional(),
      namespace: lookup.optional(),
      type: lookup.optional(),
      /** A name, an id or `all`; otherwise the agent of the check. */
      agent: lookup.optional(),
      /** The id, name or `namespace/name` of a scraper or topology. */
      scope: lookup.optional(),
      labels: z.record(z.string(), scalarText).optional(),
    }),
  )
  .nullish()
export const relationshipsSchema = z.strictObject({ configs: links, components: links })

/** `timeout` is a duration or a number of seconds, parsed to milliseconds. Other keys belong to the kind. */
export const checkBaseSchema = z.looseObject({
  name: name.refine((text) => !isBlankName(text), 'must not be empty').optional(),
  description: scalarText.nullish(),
  namespace: name.nullish(),
  icon: scalarText.nullish(),
  severity: scalarText.nullish(),
  labels: z
    .record(z.string(), scalarText.nullable())
    .nullish()
    .transform((labels): Record<string, string> =>
      Object.fromEntries(Object.entries(labels ?? {}).map(([key, value]) => [key, value ?? ''])),
    ),
  transformDeleteStrategy: z.enum(['Delete', 'Ignore', 'MarkHealthy', 'MarkUnhealthy']).optional(),
  transformRetention: retention,
  markFailOnEmpty: booleanField.nullish(),
  metrics: z.array(metricSchema).nullish(),
  dependsOn: z.array(scalarText).nullish(),
  confirmation: confirmationSchema.nullish(),
  relationships: relationshipsSchema.nullish(),
  test: template,
  display: template,
  transform: template,
  timeout,
})
export type CheckBase = z.infer<typeof checkBaseSchema>

export const withoutBase = (raw: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(raw).filter(([key]) => !(key in checkBaseSchema.shape)))
