import { isMap } from '#shared/primitives/is-map.ts'
import { evaluateAll, type EvaluateOptions } from '#relay/backend/templates/template.ts'

const hasTemplate = (text: string): boolean => text.includes('{{') || text.includes('$(')

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return hasTemplate(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isMap(value) ? Object.values(value).flatMap(textsIn) : []
}

export const isTemplated = (value: unknown): boolean => textsIn(value).length > 0

const replaced = (value: unknown, texts: ReadonlyMap<string, string>): unknown => {
  if (typeof value === 'string') return texts.get(value) ?? value
  if (Array.isArray(value)) return value.map((entry) => replaced(entry, texts))
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, replaced(entry, texts)]))
}

export const fillTemplates = async <Value>(
  value: Value,
  environment: Readonly<Record<string, unknown>>,
  options: EvaluateOptions,
): Promise<Value> => {
  const written = [...new Set(textsIn(value))]
  if (written.length === 0) return value
  const expressions = written.map((source) => ({ language: 'template' as const, source }))
  const results = await evaluateAll(expressions, environment, options)
  const texts = new Map(
    written.map((source, index): [string, string] => {
      const result = results[index]
      if (result?.ok !== true) throw result?.error ?? new Error('a template without a result')
      return [source, typeof result.value === 'string' ? result.value : JSON.stringify(result.value ?? '')]
    }),
  )
  return replaced(value, texts) as Value
}
