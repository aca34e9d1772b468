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

/** A rule that could not be applied to an item; `reason` is a sentence. */
export interface Trouble {
  readonly rule: string
  readonly reason: string
}

export interface ShapedItem {
  /** Undefined where a rule that hides something could not be applied. */
  readonly item: ScrapedItem | undefined
  readonly troubles: readonly Trouble[]
}

/** What expressions may read of an item. */
export const environmentOf = (item: ScrapedItem): Readonly<Record<string, unknown>> => ({
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

/** Expressions by the rules that they belong to, evaluated at once; what fails is a trouble and answers nothing. */
const evaluateRules = async (
  rules: ReadonlyMap<string, Expression>,
  item: ScrapedItem,
  options: ShapeOptions,
): Promise<{ answers: ReadonlyMap<string, unknown>; troubles: Trouble[] }> => {
  if (rules.size === 0) return { answers: new Map(), troubles: [] }
  const names = [...rules.keys()]
  const outcomes = await evaluateAll([...rules.values()], environmentOf(item), options)
  const answers = new Map<string, unknown>()
  const troubles: Trouble[] = []
  for (const [index, rule] of names.entries()) {
    const outcome: Evaluated | undefined = outcomes[index]
    if (outcome?.ok === true) answers.set(rule, outcome.value)
    else
      troubles.push({ rule, reason: `transform.${rule} of ${item.type} ${item.name}: ${outcome?.error.message ?? ''}` })
  }
  return { answers, troubles }
}

const hashName = /^(md5|sha1|sha256|sha512)(?:sum)?$/

/** A mask is a text, or the name of a hash, by which a change can be seen without what changed. */
const masked = (mask: string, value: unknown): string => {
  const [, hash] = hashName.exec(mask) ?? []
  return hash === undefined
    ? mask
    : createHash(hash)
        .update(JSON.stringify(value) ?? '')
        .digest('hex')
}

const isOfType = (types: readonly string[] | undefined, type: string): boolean =>
  types === undefined || types.length === 0 || types.some((pattern) => matchesGlob(pattern, type))

/** Which rules are meant for an item: those whose filter holds, and those without one. */
const filtersOf = (transform: Transform): Map<string, Expression> => {
  const rules = new Map<string, Expression>()
  const add = (name: string, expression: Expression | undefined) => {
    if (expression !== undefined) rules.set(name, expression)
  }
  for (const [index, { selector }] of (transform.mask ?? []).entries()) add(`mask.${index}.selector`, selector)
  for (const [index, { filter }] of (transform.relationship ?? []).entries())
    add(`relationship.${index}.filter`, filter)
  for (const [index, { filter }] of (transform.aliases ?? []).entries()) add(`aliases.${index}.filter`, filter)
  for (const [index, { filter }] of (transform.insights ?? []).entries()) add(`insights.${index}.filter`, filter)
  return rules
}

const lookupNames = ['id', 'external_id', 'name', 'namespace', 'type'] as const

/** What is still to be evaluated of the rules that are meant. */
const sourcesOf = (transform: Transform, isMeant: (rule: string) => boolean, type: string): Map<string, Expression> => {
  const rules = new Map<string, Expression>()
  for (const [index, rule] of (transform.relationship ?? []).entries()) {
    if (!isMeant(`relationship.${index}`)) continue
    if (rule.expr !== undefined) rules.set(`relationship.${index}.expr`, rule.expr)
    for (const name of lookupNames) {
      const expression = rule[name]?.expr
      if (expression !== undefined) rules.set(`relationship.${index}.${name}.expr`, expression)
    }
  }
  for (const [index, rule] of (transform.aliases ?? []).entries()) {
    if (!isMeant(`aliases.${index}`) || !isOfType([rule.type], type)) continue
    for (const [place, value] of rule.values.entries()) rules.set(`aliases.${index}.values.${place}`, value)
  }
  for (const [index, rule] of (transform.insights ?? []).entries()) {
    if (!isMeant(`insights.${index}`)) continue
    rules.set(`insights.${index}.summary`, rule.summary)
    if (rule.message !== undefined) rules.set(`insights.${index}.message`, rule.message)
  }
  return rules
}

type Answers = ReadonlyMap<string, unknown>

const textOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const looked = (lookup: Lookup | undefined, answer: unknown, labels: ScrapedItem['labels']): string | undefined => {
  if (lookup?.value !== undefined) return lookup.value
  if (lookup?.label !== undefined) return labels[lookup.label]
  return textOf(answer)
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

const referencesOf = (
  rule: NonNullable<Transform['relationship']>[number],
  place: string,
  answers: Answers,
  { labels }: ScrapedItem,
): ItemReference[] => {
  if (rule.expr !== undefined)
    return selectorsSchema
      .parse(answers.get(`${place}.expr`))
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
    looked(rule[field], answers.get(`${place}.${field}.expr`), labels),
  )
  const isComplete = lookupNames.every(
    (field, index) => rule[field] === undefined || [id, externalId, name, namespace, type][index] !== undefined,
  )
  const reference = { id: externalId ?? id, name, namespace, type, labels: rule.labels }
  return isComplete && isFindable(reference) ? [reference] : []
}

const linksOf = (
  transform: Transform,
  isMeant: (rule: string) => boolean,
  answers: Answers,
  item: ScrapedItem,
): ItemLink[] =>
  (transform.relationship ?? []).flatMap((rule, index) => {
    const place = `relationship.${index}`
    if (!isMeant(place)) return []
    return referencesOf(rule, place, answers, item).map((to): ItemLink =>
      rule.parent === true ? { kind: 'parent', to } : { kind: 'related', relation: 'related', to },
    )
  })

const insightsOf = (transform: Transform, isMeant: (rule: string) => boolean, answers: Answers): ScrapedInsight[] =>
  (transform.insights ?? []).flatMap((rule, index) => {
    const summary = textOf(answers.get(`insights.${index}.summary`))
    if (!isMeant(`insights.${index}`) || summary === undefined) return []
    return [
      {
        analyzer: rule.analyzer,
        analysisType: rule.analysis_type ?? 'other',
        severity: rule.severity ?? 'info',
        summary,
        message: textOf(answers.get(`insights.${index}.message`)) ?? null,
        source: 'scraper',
      },
    ]
  })

/** An item as the rules of its scraper want it: without what is left out or masked, with its links, names and insights. */
export const shapeItem = async (
  given: ScrapedItem,
  transform: Transform,
  options: ShapeOptions,
): Promise<ShapedItem> => {
  let { config } = given
  for (const { types, jsonpath } of transform.exclude ?? [])
    if (isOfType(types, given.type)) config = changeAt(config, jsonpath, () => undefined)
  const whole = { ...given, config }

  const filtered = await evaluateRules(filtersOf(transform), whole, options)
  const isMeant = (rule: string): boolean => {
    const key = [`${rule}.filter`, `${rule}.selector`].find((name) => filters.has(name))
    return key === undefined || filtered.answers.get(key) === true
  }
  const filters = filtersOf(transform)
  if (filtered.troubles.some(({ rule }) => rule.startsWith('mask.')))
    return { item: undefined, troubles: filtered.troubles }
  for (const [index, { jsonpath, value }] of (transform.mask ?? []).entries())
    if (isMeant(`mask.${index}`)) config = changeAt(config, jsonpath, (hidden) => masked(value, hidden))

  const item = { ...given, config }
  const { answers, troubles } = await evaluateRules(sourcesOf(transform, isMeant, item.type), item, options)
  const aliases = [...answers].flatMap(([rule, value]) => (rule.startsWith('aliases.') ? (textOf(value) ?? []) : []))
  return {
    item: {
      ...item,
      aliases: [...new Set([...item.aliases, ...aliases])].filter((alias) => alias !== item.id),
      links: [...item.links, ...linksOf(transform, isMeant, answers, item)],
      insights: [...item.insights, ...insightsOf(transform, isMeant, answers)],
    },
    troubles: [...filtered.troubles, ...troubles],
  }
}
