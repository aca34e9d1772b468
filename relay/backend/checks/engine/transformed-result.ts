import { z } from 'zod'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { maskMetrics, readReturnedMetrics } from '#relay/backend/checks/spec/check-metrics.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { nameMaxLength, storableName } from '#relay/backend/rows/storable-text.ts'

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const name = text.transform(storableName).pipe(z.string().max(nameMaxLength))

const duration = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => (typeof value === 'string' ? parseDuration(value) : (value ?? null)))
const metrics = z.array(z.unknown()).nullish()

const outcome = {
  pass: z.boolean().nullish(),
  invalid: z.boolean().nullish(),
  message: text.nullish(),
  error: text.nullish(),
  duration,
  metrics,
}

const transformedResultSchema = z
  .looseObject({
    ...outcome,
    name: name.pipe(z.string().min(1)),
    description: text.nullish(),
    icon: text.nullish(),
    namespace: name.nullish(),
    type: name.nullish(),
    labels: z.record(z.string(), text).nullish(),
  })
  .transform((result) => ({
    name: result.name,
    pass: result.pass ?? (result.error ?? '') === '',
    invalid: result.invalid ?? false,
    message: result.message ?? '',
    error: result.error ?? '',
    description: result.description ?? '',
    icon: result.icon ?? '',
    namespace: result.namespace ?? '',
    type: result.type ?? '',
    labels: result.labels ?? {},
    durationMs: result.duration,
    metrics: readReturnedMetrics(result.metrics ?? []),
  }))

export type TransformedResult = z.infer<typeof transformedResultSchema>

const details = z.record(z.string(), z.unknown()).nullish()
const ownKeys = new Set([...Object.keys(outcome), 'detail', 'details', 'data'])

/** A result without a name is about the check itself. */
const ownResultSchema = z
  .looseObject({ ...outcome, name: z.literal('').nullish(), detail: details, details, data: details })
  .refine((result) => Object.entries(result).some(([key, value]) => ownKeys.has(key) && value !== null))
  .transform((result) => ({
    name: undefined,
    pass: result.pass ?? ((result.error ?? '') === '' ? undefined : false),
    invalid: result.invalid ?? false,
    message: result.message || result.error || undefined,
    durationMs: result.duration ?? undefined,
    details: result.details ?? result.detail ?? result.data ?? undefined,
    metrics: readReturnedMetrics(result.metrics ?? []),
  }))
type OwnResult = z.infer<typeof ownResultSchema>

const resultSchema = z.union([transformedResultSchema, ownResultSchema])
const outputSchema = z.union([z.array(resultSchema), resultSchema.transform((one) => [one])])

export interface TransformOutput {
  readonly results: readonly TransformedResult[]
  /** Later ones take precedence. */
  readonly own: readonly OwnResult[]
  readonly warnings: readonly string[]
}

const secretName = { ok: false, message: 'transform: a name or a type contains a secret.' } as const
const listedMax = 5

const dropRepeated = (results: readonly TransformedResult[]): Pick<TransformOutput, 'results' | 'warnings'> => {
  const byName = new Map(results.map((result) => [result.name, result]))
  const repeated = new Set(results.filter((result) => byName.get(result.name) !== result).map((result) => result.name))
  if (repeated.size === 0) return { results, warnings: [] }
  const names = [...repeated].slice(0, listedMax).map((one) => JSON.stringify(one))
  const more = repeated.size > names.length ? ` and ${repeated.size - names.length} more` : ''
  return {
    results: [...byName.values()],
    warnings: [`transform: more than one result is named ${names.join(', ')}${more}; the last one is used.`],
  }
}

/** Masks what is stored of the results. */
export const readTransformed = (
  mask: Mask,
  output: unknown,
): { ok: true; value: TransformOutput } | { ok: false; message: string } => {
  let value = output
  if (typeof value === 'string') {
    try {
      value = parseBoundedJson(value)
    } catch {
      return { ok: false, message: 'transform: must return JSON.' }
    }
  }
  const parsed = outputSchema.safeParse(value)
  if (!parsed.success) return { ok: false, message: 'transform: must return a list of results, each with a name.' }
  const named = parsed.data.filter((result) => result.name !== undefined)
  if (named.some((result) => mask.isSecretIn(`${result.name} ${result.type} ${result.namespace}`))) return secretName
  const { results, warnings } = dropRepeated(named)
  return {
    ok: true,
    value: {
      results: results.map((result) =>
        Object.assign(mask.inRecord(result), { metrics: maskMetrics(mask, result.metrics) }),
      ),
      own: parsed.data.flatMap((result) =>
        result.name === undefined ? [Object.assign(result, { metrics: maskMetrics(mask, result.metrics) })] : [],
      ),
      warnings: [...warnings, ...parsed.data.flatMap((result) => maskMetrics(mask, result.metrics).warnings)],
    },
  }
}
