import { z } from 'zod'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { nameMaxLength, storableName } from '#relay/backend/storable-text.ts'

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const name = text.transform(storableName).pipe(z.string().max(nameMaxLength))

const transformedResultSchema = z
  .looseObject({
    name: name.pipe(z.string().min(1)),
    pass: z.boolean().optional(),
    invalid: z.boolean().optional(),
    message: text.nullish(),
    error: text.nullish(),
    description: text.nullish(),
    icon: text.nullish(),
    namespace: name.nullish(),
    type: name.nullish(),
    labels: z.record(z.string(), text).nullish(),
    duration: z.union([z.number(), z.string()]).nullish(),
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
    durationMs: typeof result.duration === 'string' ? parseDuration(result.duration) : (result.duration ?? null),
  }))

export type TransformedResult = z.infer<typeof transformedResultSchema>

const outputSchema = z.union([z.array(transformedResultSchema), transformedResultSchema.transform((one) => [one])])

const secretName = { ok: false, message: 'transform: a name or a type contains a secret.' } as const

/** Masks what is stored of the results. */
export const readTransformed = (
  mask: Mask,
  output: unknown,
): { ok: true; value: readonly TransformedResult[] } | { ok: false; message: string } => {
  let value = output
  if (typeof value === 'string') {
    try {
      value = parseBoundedJson(value)
    } catch {
      return { ok: false, message: 'transform: must return JSON.' }
    }
  }
  const parsed = outputSchema.safeParse(value)
  if (parsed.success) {
    const isSecret = parsed.data.some(({ name, type, namespace }) => mask.isSecretIn(`${name} ${type} ${namespace}`))
    return isSecret ? secretName : { ok: true, value: parsed.data.map((result) => mask.inRecord(result)) }
  }
  return { ok: false, message: 'transform: must return a list of results, each with a name.' }
}
