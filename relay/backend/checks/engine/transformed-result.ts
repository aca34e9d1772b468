import { z } from 'zod'
import { listNames } from '#shared/primitives/list-names.ts'
import { scalarText } from '#shared/primitives/document-scalars.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { issueText } from '#shared/primitives/issue-text.ts'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { maskMetrics, readReturnedMetrics } from '#relay/backend/checks/spec/check-metrics.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { isBlankName, toStorableName } from '#relay/backend/rows/storable-text.ts'

const name = scalarText.transform(toStorableName)

const duration = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => (typeof value === 'string' ? parseDuration(value) : (value ?? null)))
  .transform((ms) => (ms === null || ms < 0 ? null : ms))
const metrics = z.array(z.unknown()).nullish()

const outcome = {
  pass: z.boolean().nullish(),
  invalid: z.boolean().nullish(),
  message: scalarText.nullish(),
  error: scalarText.nullish(),
  duration,
  metrics,
}

/** Fields that documents in use elsewhere set. */
const resultKeys = new Set([
  ...Object.keys(outcome),
  'name',
  'description',
  'icon',
  'namespace',
  'type',
  'labels',
  'detail',
  'details',
  'data',
  'start',
  'endpoint',
  'displayType',
  'display_type',
  'severity',
  'owner',
  'artifacts',
  'canary',
  'transformDeleteStrategy',
  'deletedAt',
])

/** Without `pass`, an error fails the check, and so does a field that may tell another verdict, such as `status`. */
const readVerdict = (result: {
  readonly pass?: boolean | null | undefined
  readonly invalid?: boolean | null | undefined
  readonly error?: string | null | undefined
}) => {
  const { pass, invalid = false, error } = result
  const unknown = pass == null && error == null ? Object.keys(result).find((key) => !resultKeys.has(key)) : undefined
  if (unknown !== undefined)
    return { pass: false, invalid: true, error: `transform: the result has no pass, and ${unknown} is unknown.` }
  return {
    pass: invalid !== true && (pass ?? (error ?? '') === ''),
    invalid: invalid === true,
    error: error ?? '',
  }
}

const transformedResultSchema = z
  .looseObject({
    ...outcome,
    name: name.refine((text) => !isBlankName(text), 'must not be empty'),
    description: scalarText.nullish(),
    icon: scalarText.nullish(),
    namespace: name.nullish(),
    type: name.nullish(),
    labels: z.record(z.string(), scalarText).nullish(),
  })
  .transform((result) => ({
    name: result.name,
    ...readVerdict(result),
    message: result.message ?? '',
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
    pass: result.invalid === true ? false : (result.pass ?? ((result.error ?? '') === '' ? undefined : false)),
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
  const names = [...repeated].map((one) => JSON.stringify(one))
  return {
    results: [...byName.values()],
    warnings: [`transform: more than one result is named ${listNames(names, listedMax)}; the last one is used.`],
  }
}

const notResults = 'must return a list of results, each with a name.'

const describeInvalid = (output: unknown): string => {
  const list: readonly unknown[] = Array.isArray(output) ? output : [output]
  const at = list.findIndex((one) => !resultSchema.safeParse(one).success)
  const one = list[at]
  if (typeof one !== 'object' || one === null || !('name' in one)) return notResults
  const issue = transformedResultSchema.safeParse(one).error?.issues[0]
  return issue === undefined ? notResults : `result ${at + 1}: ${formatPath(issue.path)}: ${issueText(issue.message)}.`
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
  if (!parsed.success) return { ok: false, message: `transform: ${describeInvalid(value)}` }
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
