import { z } from 'zod'
import { parseJsonOrText } from '#shared/primitives/bounded-json.ts'
import { scalarText } from '#shared/primitives/document-scalars.ts'
import type { ItemLink, ItemReference, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'
import type { LinkRule, Lookup } from './transform-spec.ts'
import { toShownText } from '#shared/primitives/to-shown-text.ts'

type LookupFields = Pick<LinkRule, (typeof lookupNames)[number] | 'labels'>
type RuleResults = ReadonlyMap<string, unknown>

const lookupNames = ['id', 'external_id', 'name', 'namespace', 'type', 'agent', 'scope', 'kind'] as const

export const listLookupExpressions = (rule: LookupFields, ruleName: string): [string, Expression][] => [
  ...lookupNames.flatMap((name): [string, Expression][] => {
    const expression = rule[name]?.expr
    return expression === undefined ? [] : [[`${ruleName}.${name}.expr`, expression]]
  }),
  ...Object.entries(rule.labels ?? {}).flatMap(([name, { expr }]): [string, Expression][] =>
    expr === undefined ? [] : [[`${ruleName}.labels.${name}.expr`, expr]],
  ),
]

const looked = (lookup: Lookup, result: unknown, labels: ScrapedItem['labels']): string | undefined => {
  if (lookup.value !== undefined) return toShownText(lookup.value)
  if (lookup.label !== undefined) return labels[lookup.label]
  return toShownText(result)
}

const isFindable = ({ id, name, type, labels, namespace }: ItemReference): boolean =>
  id !== undefined || (type !== undefined && (name ?? labels ?? namespace) !== undefined)

/** `all` places no condition. */
const within = (text: string | undefined): string | undefined => (text === 'all' || text === '' ? undefined : text)

/** Also accepts the whole type. */
const toKindType = (kind: string | undefined): string | undefined =>
  kind === undefined || kind.includes('::') ? kind : `Kubernetes::${kind}`

const toReference = (
  fields: {
    readonly [Name in (typeof lookupNames)[number]]?: string | undefined
  } & Pick<ItemReference, 'labels' | 'tags'>,
): ItemReference => ({
  type: fields.type ?? toKindType(fields.kind),
  id: fields.external_id ?? fields.id,
  name: fields.name,
  namespace: fields.namespace,
  labels: fields.labels,
  ...(fields.tags !== undefined && { tags: fields.tags }),
  scraper: fields.scope === 'all' ? undefined : within(fields.scope),
  agent: within(fields.agent),
})

/** Undefined when a lookup finds no value. */
export const toLookedReference = (
  rule: LookupFields,
  ruleName: string,
  results: RuleResults,
  { labels: ownLabels, tags: { cluster } }: Pick<ScrapedItem, 'labels' | 'tags'>,
): ItemReference | undefined => {
  const found: Record<string, string> = {}
  for (const name of lookupNames) {
    const lookup = rule[name]
    if (lookup === undefined) continue
    const value = looked(lookup, results.get(`${ruleName}.${name}.expr`), ownLabels)
    // Objects of a whole cluster have no namespace.
    if (value === undefined && name === 'namespace' && rule.kind !== undefined) continue
    if (value === undefined) return undefined
    found[name] = value
  }
  const labels: Record<string, string> = {}
  for (const [name, lookup] of Object.entries(rule.labels ?? {})) {
    const value = looked(lookup, results.get(`${ruleName}.labels.${name}.expr`), ownLabels)
    if (value === undefined) return undefined
    labels[name] = value
  }
  const reference = toReference({
    ...found,
    labels: rule.labels === undefined ? undefined : labels,
    // Two clusters may have objects of one name.
    tags: rule.kind === undefined || cluster === undefined ? undefined : { cluster },
  })
  return isFindable(reference) ? reference : undefined
}

const text = z.union([z.string(), z.number()]).transform(String).nullish()
const texts = z.union([z.array(z.string()), z.string().transform((one) => [one])]).nullish()
const selectorSchema = z.strictObject({
  type: text,
  types: texts,
  id: text,
  external_id: text,
  name: text,
  namespace: text,
  agent: text,
  scope: text,
  labels: z.record(z.string(), scalarText).nullish(),
})
export const selectorFields = `${Object.keys(selectorSchema.shape).join(', ')}; a name needs a type`
const selectorsSchema = z
  .union([z.array(selectorSchema), selectorSchema.transform((one) => [one])])
  .nullish()
  .transform((selectors) => selectors ?? [])

const known = (value: string | null | undefined): string | undefined =>
  value === '' ? undefined : (value ?? undefined)

const isNameAlone = ({ type, id, name }: ItemReference): boolean =>
  id === undefined && type === undefined && name !== undefined

/**
 * An expression may return the list or its JSON. Undefined for any other value. Selectors whose values are all empty are
 * left out.
 */
export const parseSelectors = (value: unknown): readonly ItemReference[] | undefined => {
  const read = selectorsSchema.safeParse(typeof value === 'string' ? parseJsonOrText(value.trim() || '[]') : value)
  if (!read.success) return undefined
  const references = read.data.flatMap(({ type, types, labels, ...selector }) =>
    (known(type) === undefined ? (types ?? [undefined]) : [known(type)]).map((each) =>
      toReference({
        type: each,
        external_id: known(selector.external_id),
        id: known(selector.id),
        name: known(selector.name),
        namespace: known(selector.namespace),
        agent: known(selector.agent),
        scope: known(selector.scope),
        labels: labels ?? undefined,
      }),
    ),
  )
  return references.some(isNameAlone) ? undefined : references.filter(isFindable)
}

export const toLink = (to: ItemReference, isParent: boolean): ItemLink =>
  isParent ? { kind: 'parent', to } : { kind: 'related', relation: 'related', to }
