import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { toShownText } from '#shared/primitives/to-shown-text.ts'
import { evaluateRules, listNonBooleans, type NamedRule, type RuleFailure, type ShapeOptions } from './shape-item.ts'
import type { Transform } from './transform-spec.ts'

/**
 * The first rule of `transform.configs.mapping` that matches gives the item its type. What a script returns has its
 * own.
 */
export const mapType = async (
  item: ScrapedItem,
  { configs, script }: Transform,
  options: ShapeOptions,
): Promise<{ readonly item: ScrapedItem; readonly failures: readonly RuleFailure[] }> => {
  const rules = script === undefined ? (configs?.mapping ?? []) : []
  const conditions = rules.flatMap(({ match }, index): NamedRule[] =>
    match === undefined ? [] : [[`configs.mapping[${index}].match`, match]],
  )
  const { results, failures } = await evaluateRules(conditions, item, options)
  const names = conditions.map(([rule]) => rule)
  failures.push(...listNonBooleans(results, names, item))
  const matched = rules.findIndex(
    ({ match }, index) => match === undefined || results.get(`configs.mapping[${index}].match`) === true,
  )
  const { value, expr } = rules[matched]?.type ?? {}
  const rule = `configs.mapping[${matched}].type.expr`
  const made = await evaluateRules(expr === undefined ? [] : [[rule, expr]], item, options)
  const type = value ?? toShownText(made.results.get(rule)) ?? ''
  return { item: type === '' ? item : { ...item, type }, failures: [...failures, ...made.failures] }
}
