import { healths, type Health, type ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { valueAt } from '#relay/backend/scrapers/documents/place.ts'
import type { Field } from '#relay/backend/scrapers/field.ts'
import { fieldsOf, type FieldName, type ScraperBase } from '#relay/backend/scrapers/scraper-base.ts'
import type { FoundFault, FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import { evaluateAll, type Evaluated } from '#relay/backend/templates/template.ts'

export interface MapOptions {
  readonly base: ScraperBase
  readonly defaultType: string
  /** Whose expressions these are. */
  readonly owner: string
  readonly signal: AbortSignal
}

const longestText = 2_000

/** A value as the text of a field: the first of a list; null when there is none. */
const textOf = (value: unknown): string | null => {
  if (Array.isArray(value)) return value.length === 0 ? null : textOf(value[0])
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.slice(0, longestText)
}

/** What the expressions among these fields come to: JSONPaths over the document itself, the others over `config`. */
const evaluated = async (
  fields: readonly (readonly [name: FieldName, field: Field])[],
  config: unknown,
  { owner, signal }: MapOptions,
): Promise<Map<FieldName, Evaluated>> => {
  const found = new Map<FieldName, Evaluated>()
  const evaluate = async (isPath: boolean, values: unknown) => {
    const asked = fields.flatMap(([name, field]) =>
      field.kind === 'expression' && (field.expression.language === 'jsonPath') === isPath
        ? [{ name, expression: field.expression }]
        : [],
    )
    if (asked.length === 0) return
    const answers = await evaluateAll(
      asked.map(({ expression }) => expression),
      values,
      { owner, signal },
    )
    for (const [index, { name }] of asked.entries()) {
      const answer = answers[index]
      if (answer !== undefined) found.set(name, answer)
    }
  }
  await evaluate(true, config)
  await evaluate(false, { config })
  return found
}

const isHealth = (text: string | null): text is Health => healths.some((health) => health === text)

/** Reads out of a document what the scraper's fields ask for; a fault when an expression fails or nothing says what the item is called. */
export const mapItem = async ({ config, known }: FoundItem, options: MapOptions): Promise<ScrapedItem | FoundFault> => {
  const { base, defaultType } = options
  const fields = fieldsOf(base)
  const values = await evaluated(fields, config, options)
  const texts = new Map<FieldName, string | null>()
  for (const [name, field] of fields) {
    const value = values.get(name)
    if (value?.ok === false) return { kind: 'fault', reason: `${name} cannot be evaluated. ${value.error.message}` }
    if (field.kind === 'static') texts.set(name, field.text)
    else texts.set(name, textOf(field.kind === 'place' ? valueAt(config, field.steps) : value?.value))
  }
  const read = (name: FieldName): string | null => texts.get(name) ?? null

  const id = read('id') ?? known.id
  if (id === undefined)
    return {
      kind: 'fault',
      reason: `An item has no id${base.id === undefined ? '' : ' where the scraper looks for it'}.`,
    }
  const type = read('type') ?? known.type ?? defaultType
  const health = read('health')
  return {
    type,
    id,
    aliases: known.aliases ?? [],
    configClass: read('class') ?? known.configClass ?? type,
    name: read('name') ?? known.name ?? id,
    description: read('description') ?? known.description ?? null,
    icon: base.icon ?? known.icon ?? null,
    status: read('status') ?? known.status ?? null,
    health: health === null ? (known.health ?? null) : isHealth(health) ? health : 'unknown',
    ready: known.ready ?? null,
    labels: { ...known.labels, ...base.labels },
    tags: { ...known.tags, ...tagsOf(base, config, { ...known.labels, ...base.labels }) },
    properties: known.properties ?? [],
    config,
    source: known.source ?? null,
    createdAt: known.createdAt ?? null,
    deletedAt: known.deletedAt ?? null,
    changes: known.changes ?? [],
    links: known.links ?? [],
  }
}

const tagsOf = (
  { tags = [] }: ScraperBase,
  config: unknown,
  labels: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    tags.flatMap(({ name, value, steps, label }): [string, string][] => {
      const text = value ?? (label === undefined ? textOf(valueAt(config, steps ?? [])) : labels[label])
      return text === undefined || text === null ? [] : [[name, text]]
    }),
  )
