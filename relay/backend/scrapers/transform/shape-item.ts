import { createHash } from 'node:crypto'
import { z } from 'zod'
import { matchesGlob } from '#shared/primitives/glob.ts'
import type { ItemLink, ItemReference, ScrapedInsight, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'
import { evaluateAll, type Evaluated } from '#relay/backend/templates/template.ts'
import { changeAt } from './document-path.ts'
import type { Lookup, Transform } from './transform-spec.ts'

export interface ShapeOptions {
  readonly owner: string
  readonly signal: AbortSignal
}

export interface RuleFailure {
  readonly rule: string
  readonly reason: string
}

export interface ShapedItem {
  /** Security: undefined where an excluding or masking rule failed. */
  readonly item: ScrapedItem | undefined
  readonly failures: readonly RuleFailure[]
}

export const toEnvironment = (item: ScrapedItem): Readonly<Record<string, unknown>> => ({
  config: item.config,
  id: item.id,
  external_id: item.id,
  type: item.type,
  config_type: item.type,
  config_class: item.configClass,
  name: item.name,
  description: item.description,
  status: item.status,
  health: item.health,
  labels: item.labels,
  tags: item.tags,
  source: item.source,
})

const evaluateRules = async (
  rules: ReadonlyMap<string, Expression>,
  item: ScrapedItem,
  options: ShapeOptions,
): Promise<{ results: ReadonlyMap<string, unknown>; failures: RuleFailure[] }> => {
  if (rules.size === 0) return { results: new Map(), failures: [] }
  const names = [...rules.keys()]
  const outcomes = await evaluateAll([...rules.values()], toEnvironment(item), options)
  const results = new Map<string, unknown>()
  const failures: RuleFailure[] = []
  for (const [index, rule] of names.entries()) {
    const outcome: Evaluated | undefined = outcomes[index]
    if (outcome?.ok === true) results.set(rule, outcome.value)
    else
      failures.push({ rule, reason: `transform.${rule} of ${item.type} ${item.name}: ${outcome?.error.message ?? ''}` })
  }
  return { results, failures }
}

const hashName = /^(md5|sha1|sha256|sha512)(?:sum)?$/

/** Text, or the name of a hash, which shows changes without exposing the value. */
const masked = (mask: string, value: unknown): string => {
  const [, hash] = hashName.exec(mask) ?? []
  return hash === undefined
    ? mask
    : createHash(hash)
        .update(JSON.stringify(value) ?? '')
        .digest('hex')
}

const matchesType = (types: readonly string[] | undefined, type: string): boolean =>
  types === undefined || types.length === 0 || types.some((pattern) => matchesGlob(pattern, type))

const listFilters = (transform: Transform): Map<string, Expression> => {
  const rules = new Map<string, Expression>()
  const add = (name: string, expression: Expression | undefined) => {
    if (expression !== undefined) rules.set(name, expression)
  }
  for (const [index, { selector }] of (transform.mask ?? []).entries()) add(`mask[${index}].selector`, selector)
  for (const [index, { filter }] of (transform.relationship ?? []).entries())
    add(`relationship[${index}].filter`, filter)
  for (const [index, { filter }] of (transform.aliases ?? []).entries()) add(`aliases[${index}].filter`, filter)
  for (const [index, { filter }] of (transform.insights ?? []).entries()) add(`insights[${index}].filter`, filter)
  return rules
}

const lookupNames = ['id', 'external_id', 'name', 'namespace', 'type'] as const

const listRuleExpressions = (
  transform: Transform,
  isMeant: (rule: string) => boolean,
  type: string,
): Map<string, Expression> => {
  const rules = new Map<string, Expression>()
  for (const [index, rule] of (transform.relationship ?? []).entries()) {
    if (!isMeant(`relationship[${index}]`)) continue
    if (rule.expr !== undefined) rules.set(`relationship[${index}].expr`, rule.expr)
    for (const name of lookupNames) {
      const expression = rule[name]?.expr
      if (expression !== undefined) rules.set(`relationship[${index}].${name}.expr`, expression)
    }
  }
  for (const [index, rule] of (transform.aliases ?? []).entries()) {
    if (!isMeant(`aliases[${index}]`) || !matchesType([rule.type], type)) continue
    for (const [valueIndex, value] of rule.values.entries()) rules.set(`aliases[${index}].values[${valueIndex}]`, value)
  }
  for (const [index, rule] of (transform.insights ?? []).entries()) {
    if (!isMeant(`insights[${index}]`)) continue
    rules.set(`insights[${index}].summary`, rule.summary)
    if (rule.message !== undefined) rules.set(`insights[${index}].message`, rule.message)
  }
  return rules
}

type RuleResults = ReadonlyMap<string, unknown>

const toText = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const looked = (lookup: Lookup | undefined, result: unknown, labels: ScrapedItem['labels']): string | undefined => {
  if (lookup?.value !== undefined) return lookup.value
  if (lookup?.label !== undefined) return labels[lookup.label]
  return toText(result)
}

const selectorSchema = z.looseObject({
  type: z.string().optional(),
  types: z.array(z.string()).optional(),
  id: z.string().optional(),
  external_id: z.string().optional(),
  name: z.string().optional(),
  namespace: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
})
const selectorsSchema = z.union([z.array(selectorSchema), selectorSchema.transform((one) => [one])]).catch([])

const isFindable = ({ id, name, type, labels, namespace }: ItemReference): boolean =>
  id !== undefined || (type !== undefined && (name ?? labels ?? namespace) !== undefined)

const toReferences = (
  rule: NonNullable<Transform['relationship']>[number],
  ruleName: string,
  results: RuleResults,
  { labels }: ScrapedItem,
): ItemReference[] => {
  if (rule.expr !== undefined)
    return selectorsSchema
      .parse(results.get(`${ruleName}.expr`))
      .flatMap(({ type: one, types, id, external_id: externalId, name, namespace, labels: wanted }) =>
        (one === undefined ? (types ?? [undefined]) : [one]).map((type): ItemReference => ({
          type,
          id: externalId ?? id,
          name,
          namespace,
          labels: wanted,
        })),
      )
      .filter(isFindable)
  const [id, externalId, name, namespace, type] = lookupNames.map((field) =>
    looked(rule[field], results.get(`${ruleName}.${field}.expr`), labels),
  )
  const isComplete = lookupNames.every(
    (field, index) => rule[field] === undefined || [id, externalId, name, namespace, type][index] !== undefined,
  )
  const reference = { id: externalId ?? id, name, namespace, type, labels: rule.labels }
  return isComplete && isFindable(reference) ? [reference] : []
}

const toLinks = (
  transform: Transform,
  isMeant: (rule: string) => boolean,
  results: RuleResults,
  item: ScrapedItem,
): ItemLink[] =>
  (transform.relationship ?? []).flatMap((rule, index) => {
    const ruleName = `relationship[${index}]`
    if (!isMeant(ruleName)) return []
    return toReferences(rule, ruleName, results, item).map((to): ItemLink =>
      rule.parent === true ? { kind: 'parent', to } : { kind: 'related', relation: 'related', to },
    )
  })

const toInsights = (transform: Transform, isMeant: (rule: string) => boolean, results: RuleResults): ScrapedInsight[] =>
  (transform.insights ?? []).flatMap((rule, index) => {
    const summary = toText(results.get(`insights[${index}].summary`))
    if (!isMeant(`insights[${index}]`) || summary === undefined) return []
    return [
      {
        analyzer: rule.analyzer,
        analysisType: rule.analysis_type ?? 'other',
        severity: rule.severity ?? 'info',
        summary,
        message: toText(results.get(`insights[${index}].message`)) ?? null,
        source: 'scraper',
      },
    ]
  })

export const shapeItem = async (
  original: ScrapedItem,
  transform: Transform,
  options: ShapeOptions,
): Promise<ShapedItem> => {
  let { config } = original
  for (const { types, jsonpath } of transform.exclude ?? [])
    if (matchesType(types, original.type)) config = changeAt(config, jsonpath, () => undefined)
  const whole = { ...original, config }

  const filtered = await evaluateRules(listFilters(transform), whole, options)
  const isMeant = (rule: string): boolean => {
    const key = [`${rule}.filter`, `${rule}.selector`].find((name) => filters.has(name))
    return key === undefined || filtered.results.get(key) === true
  }
  const filters = listFilters(transform)
  if (filtered.failures.some(({ rule }) => rule.startsWith('mask[')))
    return { item: undefined, failures: filtered.failures }
  for (const [index, { jsonpath, value }] of (transform.mask ?? []).entries())
    if (isMeant(`mask[${index}]`)) config = changeAt(config, jsonpath, (hidden) => masked(value, hidden))

  const item = { ...original, config }
  const { results, failures } = await evaluateRules(listRuleExpressions(transform, isMeant, item.type), item, options)
  const aliases = [...results].flatMap(([rule, value]) => (rule.startsWith('aliases[') ? (toText(value) ?? []) : []))
  return {
    item: {
      ...item,
      aliases: [...new Set([...item.aliases, ...aliases])].filter((alias) => alias !== item.id),
      links: [...item.links, ...toLinks(transform, isMeant, results, item)],
      insights: [...item.insights, ...toInsights(transform, isMeant, results)],
    },
    failures: [...filtered.failures, ...failures],
  }
}
