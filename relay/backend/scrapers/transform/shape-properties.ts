import { z } from 'zod'
import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { hasTemplate } from '#shared/primitives/has-template.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'
import { expressionsIn, isExpression, cel } from './transform-spec.ts'
import { toEnvironment, type ShapeOptions, type RuleFailure } from './shape-item.ts'

const text = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value): string | Expression =>
    hasTemplate(String(value)) ? { language: 'template', source: String(value) } : String(value),
  )
  .optional()
const number = z.number().optional()
const amount = z.union([z.number(), text]).optional()
const link = z.strictObject({ type: text, url: text, tooltip: text, icon: text, text, label: text })

export const propertySchema = z.strictObject({
  name: text,
  label: text,
  tooltip: text,
  icon: text,
  type: text,
  color: text,
  order: number,
  headline: z.boolean().optional(),
  hidden: z.boolean().optional(),
  text,
  value: amount,
  unit: text,
  max: number,
  min: number,
  status: text,
  lastTransition: text,
  links: z.array(link).optional(),
  filter: cel.optional(),
})
type PropertyRule = z.infer<typeof propertySchema>

/** Replaces each template of a rule by its result. A failed one is left out. */
const render = (value: unknown, at: string, results: ReadonlyMap<string, unknown>): unknown => {
  if (isExpression(value)) return results.get(at)
  if (Array.isArray(value)) return value.map((member: unknown, index) => render(member, `${at}[${index}]`, results))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const made = render(member, `${at}.${key}`, results)
      return made === undefined ? [] : [[key, made]]
    }),
  )
}

const toNumber = (value: unknown): unknown => {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(amount) ? amount : value
}

export const addProperties = async (
  item: ScrapedItem,
  rules: readonly PropertyRule[] | undefined,
  options: ShapeOptions,
): Promise<{ readonly item: ScrapedItem; readonly failures: readonly RuleFailure[] }> => {
  if (rules === undefined || rules.length === 0) return { item, failures: [] }
  const expressions = expressionsIn(rules).map(({ path, expression }) => ({
    rule: `properties${formatPath(path)}`,
    expression,
  }))
  const outcomes =
    expressions.length === 0
      ? []
      : await evaluateAll(
          expressions.map(({ expression }) => expression),
          toEnvironment(item),
          options,
        )
  const results = new Map<string, unknown>()
  const failures: RuleFailure[] = []
  for (const [index, { rule }] of expressions.entries()) {
    const outcome = outcomes[index]
    if (outcome?.ok === true) results.set(rule, outcome.value)
    else failures.push({ rule, reason: `${rule} of ${item.type} ${item.name}: ${outcome?.error.message ?? ''}` })
  }
  const properties = rules.flatMap(({ filter, ...rule }, index) => {
    const at = `properties[${index}]`
    if (filter !== undefined && results.get(`${at}.filter`) !== true) return []
    const made = render(rule, at, results) as Readonly<Record<string, unknown>>
    return [{ ...made, ...('value' in made ? { value: toNumber(made['value']) } : {}) }]
  })
  return { item: { ...item, properties: [...item.properties, ...properties] }, failures }
}
