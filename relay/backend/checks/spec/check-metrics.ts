import { z } from 'zod'
import { toShownText } from '#shared/primitives/to-shown-text.ts'
import { scalarText } from '#shared/primitives/document-scalars.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import { firstSpecError } from '#relay/backend/resources/first-spec-error.ts'
import { storableText } from '#relay/database/storable-text.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'

const metricTypes = ['counter', 'gauge', 'histogram'] as const
type MetricType = (typeof metricTypes)[number]

export interface MetricSample {
  readonly name: string
  readonly type: MetricType
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface MeasuredMetrics {
  readonly samples: readonly MetricSample[]
  readonly warnings: readonly string[]
}

const labelValueMax = 500
const metricsMax = 100

const name = z
  .string()
  .max(200)
  .regex(/^[a-zA-Z_:][a-zA-Z0-9_:]*$/, 'must be a metric name: letters, digits, _ and :, not starting with a digit')
const labelName = z
  .string()
  .max(200)
  .regex(
    /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/,
    'must be a label name: letters, digits and _, not starting with a digit or __',
  )
const type = z
  .string()
  .nullish()
  .transform((value) => (value ?? 'gauge').toLowerCase())
  .pipe(z.enum(metricTypes))

const label = z.strictObject({
  name: labelName,
  value: scalarText.nullish(),
  valueExpr: z.string().nullish(),
})
const labels = z
  .union([
    z.array(label),
    z
      .record(labelName, scalarText.nullable())
      .transform((all) => Object.entries(all).map(([key, value]): z.infer<typeof label> => ({ name: key, value }))),
  ])
  .nullish()
  .transform((value) => value ?? [])
  .superRefine((value, context) => {
    const twice = value.find(({ name: one }, index) => value.findIndex((other) => other.name === one) < index)
    if (twice !== undefined) context.addIssue({ code: 'custom', message: `has the label ${twice.name} twice` })
  })

const withoutBucketLabel = (metric: { readonly type: string; readonly labels: readonly { readonly name: string }[] }) =>
  metric.type !== 'histogram' || metric.labels.every(({ name: one }) => one !== 'le')
const bucketLabel = { message: 'must not contain le, which a histogram sets', path: ['labels'] }

/** `value` and `valueExpr` are CEL expressions over the result, like `test`. */
export const metricSchema = z
  .strictObject({ name, type, value: z.union([z.string().min(1), z.number()]).transform(String), labels })
  .refine(withoutBucketLabel, bucketLabel)
type MetricSpec = z.infer<typeof metricSchema>

const returnedSchema = z.looseObject({ name, type, value: z.unknown(), labels }).refine(withoutBucketLabel, bucketLabel)

const toExpression = (source: string): Expression => ({ language: 'expr', source })

export const listMetricExpressions = (metrics: readonly MetricSpec[]) =>
  metrics.flatMap(({ value, labels: own }, index) => [
    { path: ['metrics', index, 'value'], expression: toExpression(value) },
    ...own.flatMap(({ valueExpr }, at) =>
      valueExpr ? [{ path: ['metrics', index, 'labels', at, 'valueExpr'], expression: toExpression(valueExpr) }] : [],
    ),
  ])

const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i

const toNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && decimal.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const toLabelValue = (value: unknown): string => storableText((toShownText(value) ?? '').slice(0, labelValueMax))

const toSample = (
  metric: Pick<MetricSpec, 'name' | 'type'>,
  value: unknown,
  labels: Readonly<Record<string, string>>,
): MetricSample | string => {
  const number = toNumber(value)
  if (number === undefined)
    return `Metric ${metric.name}: the value must be a number, got ${(JSON.stringify(value) ?? 'nothing').slice(0, 80)}.`
  if (metric.type === 'counter' && number < 0)
    return `Metric ${metric.name}: a counter cannot be increased by ${number}.`
  return { name: metric.name, type: metric.type, labels, value: number }
}

export const maskMetrics = (mask: Mask, { samples, warnings }: MeasuredMetrics): MeasuredMetrics => ({
  samples: samples.map(({ name, type, value, labels }) => ({
    name,
    type,
    value,
    labels: Object.fromEntries(Object.entries(labels).map(([key, text]) => [key, mask.inText(text)])),
  })),
  warnings: warnings.map((warning) => mask.inText(warning)),
})

const split = (results: readonly (MetricSample | string)[]): MeasuredMetrics => ({
  samples: results.filter((result) => typeof result !== 'string'),
  warnings: results.filter((result) => typeof result === 'string'),
})

/** An expression that cannot be evaluated is a warning; the result of the check stays. */
export const measureMetrics = async (
  metrics: readonly MetricSpec[],
  environment: Readonly<Record<string, unknown>>,
  owner: string,
): Promise<MeasuredMetrics> => {
  const expressions = listMetricExpressions(metrics).map(({ expression }) => expression)
  const values = [...(await evaluateAll(expressions, environment, { owner }))]
  const next = (): { readonly value: unknown } | { readonly error: string } => {
    const evaluated = values.shift()
    if (evaluated === undefined) return { value: undefined }
    return evaluated.ok ? { value: evaluated.value } : { error: evaluated.error.message }
  }
  return split(
    metrics.map((metric) => {
      const value = next()
      const own = metric.labels.map((label) => ({ name: label.name, read: label.valueExpr ? next() : label }))
      const failed = [value, ...own.map(({ read }) => read)].find((read) => 'error' in read)
      if (failed !== undefined && 'error' in failed) return `Metric ${metric.name}: ${failed.error}`
      const entries = own.map(({ name: key, read }) => [key, toLabelValue('value' in read ? read.value : '')])
      return toSample(metric, 'value' in value ? value.value : undefined, Object.fromEntries(entries))
    }),
  )
}

/** Metrics that a `transform` returned: values and labels, not expressions. */
export const readReturnedMetrics = (raw: readonly unknown[]): MeasuredMetrics => {
  const results = raw.slice(0, metricsMax).map((one): MetricSample | string => {
    const read = returnedSchema.safeParse(one)
    if (!read.success) return `transform: metrics: ${firstSpecError(returnedSchema, read.error, one).reason}`
    const entries = read.data.labels.map((label) => [label.name, toLabelValue(label.value)])
    return toSample(read.data, read.data.value, Object.fromEntries(entries))
  })
  const left = raw.length - metricsMax
  return split(
    left > 0 ? [...results, `transform: ${left} metrics over the limit of ${metricsMax} were ignored.`] : results,
  )
}
