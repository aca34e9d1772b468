import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'

/** As YAML 1.1 writes large numbers. */
const grouped = /^[-+]?\d+(?:_\d+)+(?:\.\d+)?$/
const words: Readonly<Record<string, boolean>> = { yes: true, on: true, no: false, off: false }

/**
 * Numbers and booleans become text as written wherever the schema expects a string, so that `1.10` and `007` keep
 * their spelling. `value` and `spelled` are the same tree, parsed and as written.
 */
export const spellTexts = (schema: unknown, value: unknown, spelled: unknown): unknown => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return spellTexts(schema.unwrap(), value, spelled)
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodLazy) return spellTexts(schema.unwrap(), value, spelled)
  if (schema instanceof z.ZodPipe)
    return spellTexts(schema.in instanceof z.ZodTransform ? schema.out : schema.in, value, spelled)
  if (schema instanceof z.ZodIntersection)
    return spellTexts(schema.def.right, spellTexts(schema.def.left, value, spelled), spelled)
  if (schema instanceof z.ZodUnion) return spellUnion(schema.options, value, spelled)
  if (schema instanceof z.ZodUnknown || schema instanceof z.ZodAny) return spellUnknown(value, spelled)
  if (Array.isArray(value)) {
    if (!(schema instanceof z.ZodArray)) return value
    const list: readonly unknown[] = Array.isArray(spelled) ? spelled : []
    return value.map((part: unknown, index) => spellTexts(schema.element, part, list[index]))
  }
  if (isMap(value)) return spellMap(schema, value, isMap(spelled) ? spelled : {})
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum || schema instanceof z.ZodStringFormat)
    return isScalar(value) && typeof spelled === 'string' ? spelled : value
  if (schema instanceof z.ZodNumber && typeof value === 'string' && grouped.test(value))
    return Number(value.replaceAll('_', ''))
  if (schema instanceof z.ZodBoolean && typeof value === 'string') return words[value.toLowerCase()] ?? value
  return value
}

const isScalar = (value: unknown): value is number | boolean => typeof value === 'number' || typeof value === 'boolean'

const spellMap = (
  schema: unknown,
  value: Readonly<Record<string, unknown>>,
  spelled: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const partSchema = (key: string): unknown => {
    if (schema instanceof z.ZodRecord) return schema.valueType
    if (!(schema instanceof z.ZodObject)) return undefined
    const shape: Readonly<Record<string, unknown>> = schema.shape
    return Object.hasOwn(shape, key) ? shape[key] : schema.def.catchall
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      spellTexts(partSchema(key), part, Object.hasOwn(spelled, key) ? spelled[key] : undefined),
    ]),
  )
}

/** A union of a text and another type is a text only where the number would lose digits or its spelling. */
const spellUnion = (options: readonly unknown[], value: unknown, spelled: unknown): unknown => {
  if (!isScalar(value)) return spellOption(options, value, spelled)
  const accepted = options
    .map((option) => ({ option, value: spellTexts(option, value, spelled) }))
    .filter((candidate) => accepts(candidate.option, candidate.value))
  const asText = accepted.find((candidate) => candidate.value !== value)
  const isKept = accepted.some((candidate) => candidate.value === value)
  return asText !== undefined && (!isKept || String(value) !== spelled) ? asText.value : value
}

const spellOption = (options: readonly unknown[], value: unknown, spelled: unknown): unknown => {
  const fitting = options.filter((option) => fits(option, value))
  const candidates = fitting.map((option) => ({ option, value: spellTexts(option, value, spelled) }))
  const accepted = candidates.length === 1 ? undefined : candidates.find((each) => accepts(each.option, each.value))
  return (accepted ?? candidates[0])?.value ?? value
}

const fits = (option: unknown, value: unknown): boolean => {
  if (option instanceof z.ZodPipe) return fits(option.in instanceof z.ZodTransform ? option.out : option.in, value)
  if (option instanceof z.ZodUnion) return option.options.some((each) => fits(each, value))
  if (Array.isArray(value)) return option instanceof z.ZodArray
  return isMap(value) ? !(option instanceof z.ZodArray) && !(option instanceof z.ZodString) : true
}

/** Both sides of an intersection are read one after the other, and their results need not merge. */
const accepts = (option: unknown, value: unknown): boolean => {
  if (option instanceof z.ZodIntersection) return accepts(option.def.left, value) && accepts(option.def.right, value)
  return option instanceof z.ZodType && option.safeParse(value).success
}

/** Only what a number cannot hold is kept as text where any value is allowed. */
const spellUnknown = (value: unknown, spelled: unknown): unknown => {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = Array.isArray(spelled) ? spelled : []
    return value.map((part: unknown, index) => spellUnknown(part, list[index]))
  }
  if (isMap(value)) {
    const map = isMap(spelled) ? spelled : {}
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, spellUnknown(part, map[key])]))
  }
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  return isRounded && typeof spelled === 'string' && /^[-+]?\d+$/.test(spelled) ? spelled : value
}
