import { z } from 'zod'
import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'
import { toEnvironment, type ShapeOptions, type RuleFailure } from './shape-item.ts'

const cel = z
  .string()
  .min(1)
  .transform((source): Expression => ({ language: 'expr', source }))
const plain = z.string().optional()
const number = z.number().optional()
const isTemplate = (text: string) => text.includes('{{') || text.includes('$(')
const text = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value): string | Expression =>
    isTemplate(String(value)) ? { language: 'template', source: String(value) } : String(value),
  )
const link = z.strictObject({ type: plain, url: plain, tooltip: plain, icon: plain, text: plain, label: plain })

export const propertySchema = z.strictObject({
  name: plain,
  label: plain,
  tooltip: plain,
  icon: plain,
  type: plain,
  color: plain,
  order: number,
  headline: z.boolean().optional(),
  hidden: z.boolean().optional(),
  text: text.optional(),
  value: number,
  unit: plain,
  max: number,
  min: number,
  status: plain,
  lastTransition: plain,
  links: z.array(link).optional(),
  filter: cel.optional(),
})
type PropertyRule = z.infer<typeof propertySchema>

export const addProperties = async (
  item: ScrapedItem,
  rules: readonly PropertyRule[] | undefined,
  options: ShapeOptions,
): Promise<{ readonly item: ScrapedItem; readonly failures: readonly RuleFailure[] }> => {
  if (rules === undefined || rules.length === 0) return { item, failures: [] }
  const expressions = rules.flatMap(({ filter, text: written }, index) => [
    ...(filter === undefined ? [] : [{ rule: `properties[${index}].filter`, expression: filter }]),
    ...(typeof written === 'object' ? [{ rule: `properties[${index}].text`, expression: written }] : []),
  ])
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
  const properties = rules.flatMap(({ filter, text: written, ...fixed }, index) => {
    if (filter !== undefined && results.get(`properties[${index}].filter`) !== true) return []
    const shown = typeof written === 'object' ? results.get(`properties[${index}].text`) : written
    return [{ ...fixed, ...(shown === undefined ? {} : { text: shown }) }]
  })
  return { item: { ...item, properties: [...item.properties, ...properties] }, failures }
}
