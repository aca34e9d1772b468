import { hasFieldTemplate, hasTemplate, toUsualTemplate } from '#shared/primitives/has-template.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { evaluateAll, type EvaluateOptions } from '#relay/backend/templates/template.ts'

type Environment = Readonly<Record<string, unknown>>

/** Templates below `forEach` are filled once for each component. */
const filledLater: ReadonlySet<string> = new Set(['forEach'])

const listTexts = (value: unknown, skipped = filledLater): readonly string[] => {
  if (typeof value === 'string') return hasTemplate(value) || hasFieldTemplate(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((entry) => listTexts(entry, skipped))
  if (!isMap(value)) return []
  return Object.entries(value).flatMap(([key, entry]) => (skipped.has(key) ? [] : listTexts(entry, skipped)))
}

export const isTemplated = (value: unknown): boolean => listTexts(value).length > 0

/** Other templates belong to the lookup that contains them, such as the `display` of a check or a shell's `$(date)`. */
const mentions = (text: string, environment: Environment): boolean =>
  Object.keys(environment).some((name) =>
    new RegExp(String.raw`(?:\{\{|\$\()[^}]*\b${name}\b`).test(toUsualTemplate(text)),
  )

const replaced = (value: unknown, texts: ReadonlyMap<string, string>, skipped: ReadonlySet<string>): unknown => {
  if (typeof value === 'string') return texts.get(value) ?? value
  if (Array.isArray(value)) return value.map((entry) => replaced(entry, texts, skipped))
  if (!isMap(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, skipped.has(key) ? entry : replaced(entry, texts, skipped)]),
  )
}

export const fillTemplates = async <Value>(
  value: Value,
  environment: Environment,
  { skipped = filledLater, ...options }: EvaluateOptions & { readonly skipped?: ReadonlySet<string> },
): Promise<Value> => {
  const written = [...new Set(listTexts(value, skipped))].filter((text) => mentions(text, environment))
  if (written.length === 0) return value
  const expressions = written.map((source) => ({ language: 'template' as const, source: toUsualTemplate(source) }))
  const results = await evaluateAll(expressions, environment, options)
  const texts = new Map(
    written.map((source, index): [string, string] => {
      const result = results[index]
      if (result?.ok !== true) throw result?.error ?? new Error('a template without a result')
      return [source, typeof result.value === 'string' ? result.value : JSON.stringify(result.value ?? '')]
    }),
  )
  return replaced(value, texts, skipped) as Value
}

/** Values below `keys` are those of `inner`, which has the structure of `outer`. */
export const withInner = <Value>(outer: Value, inner: unknown, keys: ReadonlySet<string>): Value => {
  if (Array.isArray(outer) && Array.isArray(inner))
    return outer.map((entry: unknown, index) => withInner(entry, inner[index], keys)) as Value
  if (!isMap(outer) || !isMap(inner)) return outer
  return Object.fromEntries(
    Object.entries(outer).map(([key, entry]) => [key, keys.has(key) ? inner[key] : withInner(entry, inner[key], keys)]),
  ) as Value
}
