import { toChangeSeverity } from '#shared/catalog/change-severity.ts'
import { createHash } from 'node:crypto'
import { isMap } from '#shared/primitives/is-map.ts'
import { matchesGlob } from '#shared/primitives/glob.ts'
import type { ItemLink, ScrapedInsight, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'
import { evaluateAll, type Evaluated } from '#relay/backend/templates/template.ts'
import { changeAt } from './document-path.ts'
import { listLookupExpressions, parseSelectors, selectorFields, toLink, toLookedReference } from './link-rules.ts'
import type { Transform } from './transform-spec.ts'
import { toShownText } from '#shared/primitives/to-shown-text.ts'

export interface ShapeOptions {
  readonly owner: string
  readonly signal: AbortSignal
}

export interface RuleFailure {
  readonly rule: string
  readonly reason: string
}

interface ShapedItem {
  /** Security: undefined where an excluding or masking rule failed. */
  readonly item: ScrapedItem | undefined
  readonly failures: readonly RuleFailure[]
  /** Texts and hashes that masks wrote. */
  readonly masks: ReadonlySet<string>
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
  health: item.health ?? 'unknown',
  labels: item.labels,
  tags: item.tags,
  source: item.source,
})

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 100)

const toFailure = (rule: string, { type, name }: ScrapedItem, message: string): RuleFailure => ({
  rule,
  reason: `transform.${rule} of ${type} ${name}: ${message}`,
})

/** A filter that does not return a boolean is an error, not false. */
export const listNonBooleans = (
  results: ReadonlyMap<string, unknown>,
  rules: Iterable<string>,
  item: ScrapedItem,
): RuleFailure[] =>
  [...rules].flatMap((rule) => {
    const value = results.get(rule)
    return !results.has(rule) || typeof value === 'boolean'
      ? []
      : [toFailure(rule, item, `must return true or false, got ${shown(value)}.`)]
  })

export type NamedRule = readonly [name: string, expression: Expression]

/** The name of a rule is its path in `transform`. */
export const evaluateRules = async (
  rules: Iterable<NamedRule>,
  item: ScrapedItem,
  options: ShapeOptions,
  environment: unknown = toEnvironment(item),
): Promise<{ results: ReadonlyMap<string, unknown>; failures: RuleFailure[] }> => {
  const named = [...rules]
  if (named.length === 0) return { results: new Map(), failures: [] }
  const expressions = named.map(([, expression]) => expression)
  const outcomes = await evaluateAll(expressions, environment, options)
  const results = new Map<string, unknown>()
  const failures: RuleFailure[] = []
  for (const [index, [rule]] of named.entries()) {
    const outcome: Evaluated | undefined = outcomes[index]
    if (outcome?.ok === true) results.set(rule, outcome.value)
    else failures.push(toFailure(rule, item, outcome?.error.message ?? ''))
  }
  return { results, failures }
}

const hashName = /^(md5|sha1|sha256|sha512)(?:sum)?(?:\(\s*\.?\s*\))?$/

/** Text, or a hash such as `md5sum` or `md5sum(.)`, which shows changes without exposing the value. */
const maskValue = (mask: string, value: unknown): string => {
  const [, hash] = hashName.exec(mask) ?? []
  if (hash === undefined) return mask
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return createHash(hash).update(text).digest('hex')
}

const matchesType = (types: readonly string[] | undefined, type: string): boolean =>
  types === undefined || types.length === 0 || types.some((pattern) => matchesGlob(pattern.trim(), type))

const locatedKeys = ['aliases', 'locations'] as const

const listFilters = (transform: Transform): Map<string, Expression> => {
  const rules = new Map<string, Expression>()
  const add = (name: string, expression: Expression | undefined) => {
    if (expression !== undefined) rules.set(name, expression)
  }
  for (const [index, { selector }] of (transform.mask ?? []).entries()) add(`mask[${index}].selector`, selector)
  for (const [index, { filter }] of (transform.relationship ?? []).entries())
    add(`relationship[${index}].filter`, filter)
  for (const key of locatedKeys)
    for (const [index, { filter }] of (transform[key] ?? []).entries()) add(`${key}[${index}].filter`, filter)
  for (const [index, { filter }] of (transform.insights ?? []).entries()) add(`insights[${index}].filter`, filter)
  return rules
}

const listRuleExpressions = (
  transform: Transform,
  isMeant: (rule: string) => boolean,
  type: string,
): Map<string, Expression> => {
  const rules = new Map<string, Expression>()
  for (const [index, rule] of (transform.relationship ?? []).entries()) {
    if (!isMeant(`relationship[${index}]`)) continue
    if (rule.expr !== undefined) rules.set(`relationship[${index}].expr`, rule.expr)
    for (const [name, expression] of listLookupExpressions(rule, `relationship[${index}]`)) rules.set(name, expression)
  }
  for (const key of locatedKeys)
    for (const [index, rule] of (transform[key] ?? []).entries()) {
      if (!isMeant(`${key}[${index}]`) || !matchesType(rule.type.split(','), type)) continue
      for (const [position, value] of rule.values.entries()) rules.set(`${key}[${index}].values[${position}]`, value)
    }
  for (const [index, rule] of (transform.insights ?? []).entries()) {
    if (!isMeant(`insights[${index}]`)) continue
    rules.set(`insights[${index}].summary`, rule.summary)
    if (rule.message !== undefined) rules.set(`insights[${index}].message`, rule.message)
  }
  return rules
}

type RuleResults = ReadonlyMap<string, unknown>

const toLinks = (
  transform: Transform,
  isMeant: (rule: string) => boolean,
  results: RuleResults,
  item: ScrapedItem,
): { readonly links: ItemLink[]; readonly failures: RuleFailure[] } => {
  const failures: RuleFailure[] = []
  const links = (transform.relationship ?? []).flatMap((rule, index) => {
    const ruleName = `relationship[${index}]`
    if (!isMeant(ruleName)) return []
    const isParent = rule.parent === true
    if (rule.expr === undefined) {
      const to = toLookedReference(rule, ruleName, results, item)
      return to === undefined ? [] : [toLink(to, isParent)]
    }
    const expressionName = `${ruleName}.expr`
    if (!results.has(expressionName)) return []
    const selectors = parseSelectors(results.get(expressionName))
    if (selectors === undefined)
      failures.push(
        toFailure(
          expressionName,
          item,
          `must return a list of selectors (${selectorFields}), got ${shown(results.get(expressionName))}.`,
        ),
      )
    return (selectors ?? []).map((to) => toLink(to, isParent))
  })
  return { links, failures }
}

const toInsights = (transform: Transform, isMeant: (rule: string) => boolean, results: RuleResults): ScrapedInsight[] =>
  (transform.insights ?? []).flatMap((rule, index) => {
    const summary = toShownText(results.get(`insights[${index}].summary`))
    if (!isMeant(`insights[${index}]`) || summary === undefined) return []
    return [
      {
        analyzer: rule.analyzer,
        analysisType: rule.analysis_type ?? 'other',
        severity: toChangeSeverity(rule.severity ?? 'info'),
        summary,
        message: toShownText(results.get(`insights[${index}].message`)) ?? null,
        source: 'scraper',
      },
    ]
  })

/** Rules of Kubernetes kinds also see the fields of the object at the root, such as `spec.claimRef`. */
const evaluateItemRules = async (
  rules: ReadonlyMap<string, Expression>,
  { relationship = [] }: Transform,
  item: ScrapedItem,
  options: ShapeOptions,
): Promise<readonly [results: RuleResults, failures: RuleFailure[]]> => {
  const isOfKind = (rule: string) => {
    const [, index] = /^relationship\[(\d+)\]/.exec(rule) ?? []
    return index !== undefined && relationship[Number(index)]?.kind !== undefined
  }
  const [ofKinds, others] = [true, false].map(
    (wanted) => new Map([...rules].filter(([rule]) => isOfKind(rule) === wanted)),
  )
  // Rules are evaluated for objects of every kind; many have no spec.
  const object = { metadata: {}, spec: {}, status: {}, ...(isMap(item.config) ? item.config : {}) }
  const root = { ...toEnvironment(item), ...object, config: object }
  const made = await Promise.all([
    evaluateRules(others ?? new Map(), item, options),
    evaluateRules(ofKinds ?? new Map(), item, options, root),
  ])
  return [new Map(made.flatMap(({ results }) => [...results])), made.flatMap(({ failures }) => failures)]
}

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
  const filterFailures = [...filtered.failures, ...listNonBooleans(filtered.results, filters.keys(), whole)]
  if (filterFailures.some(({ rule }) => rule.startsWith('mask[')))
    return { item: undefined, failures: filterFailures, masks: new Set() }
  const masks = new Set<string>()
  for (const [index, { jsonpath, value }] of (transform.mask ?? []).entries()) {
    if (!isMeant(`mask[${index}]`)) continue
    config = changeAt(config, jsonpath, (hidden) => {
      const made = maskValue(value, hidden)
      masks.add(made)
      return made
    })
  }

  const item = { ...original, config }
  const [results, failures] = await evaluateItemRules(
    listRuleExpressions(transform, isMeant, item.type),
    transform,
    item,
    options,
  )
  const linked = toLinks(transform, isMeant, results, item)
  const listTexts = (key: (typeof locatedKeys)[number]) =>
    [...results].flatMap(([rule, value]) => (rule.startsWith(`${key}[`) ? (toShownText(value) ?? []) : []))
  return {
    item: {
      ...item,
      aliases: [...new Set([...item.aliases, ...listTexts('aliases')])].filter((alias) => alias !== item.id),
      properties: [
        ...item.properties,
        ...[...new Set(listTexts('locations'))].map((place) => ({ name: 'location', text: place })),
      ],
      links: [...item.links, ...linked.links],
      insights: [...item.insights, ...toInsights(transform, isMeant, results)],
    },
    failures: [...filterFailures, ...failures, ...linked.failures],
    masks,
  }
}
