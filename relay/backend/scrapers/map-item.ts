import { healths, type Health, type ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { valueAt, type Steps } from '#relay/backend/scrapers/documents/value-path.ts'
import type { Field } from '#relay/backend/scrapers/field.ts'
import { type FieldName, type ScraperBase } from '#relay/backend/scrapers/scraper-base.ts'
import type { FoundError, FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import { isWhole, readWhole } from '#relay/backend/scrapers/transform/whole-item.ts'
import { parseTime } from '#relay/backend/templates/functions/parse-time.ts'
import { evaluateAll, type Evaluated } from '#relay/backend/templates/template.ts'

export interface MapOptions {
  readonly base: ScraperBase
  readonly fields: readonly (readonly [name: FieldName, field: Field])[]
  readonly defaultType: string
  readonly isFull: boolean
  readonly owner: string
  readonly signal: AbortSignal
}

const longestText = 2_000

const toText = (value: unknown): string | null => {
  if (Array.isArray(value)) return value.length === 0 ? null : toText(value[0])
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.slice(0, longestText)
}

/** JSONPaths are evaluated over the document, other expressions over `config`. */
const evaluated = async (
  config: unknown,
  { fields, owner, signal }: MapOptions,
): Promise<ReadonlyMap<FieldName, Evaluated>> => {
  const found = new Map<FieldName, Evaluated>()
  const evaluate = async (isPath: boolean, values: unknown) => {
    const expressionFields = fields.flatMap(([name, field]) =>
      field.kind === 'expression' && (field.expression.language === 'jsonPath') === isPath
        ? [{ name, expression: field.expression }]
        : [],
    )
    if (expressionFields.length === 0) return
    const results = await evaluateAll(
      expressionFields.map(({ expression }) => expression),
      values,
      { owner, signal },
    )
    for (const [index, { name }] of expressionFields.entries()) {
      const result = results[index]
      if (result !== undefined) found.set(name, result)
    }
  }
  await evaluate(true, config)
  await evaluate(false, { config })
  return found
}

const parseAmount = (text: string | null): number | null => {
  const amount = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(amount) ? amount : null
}

const isHealth = (text: string | null): text is Health => healths.some((health) => health === text)

const timeAt = (config: unknown, paths: readonly Steps[] | undefined, layout: string | undefined): string | null => {
  for (const path of paths ?? []) {
    const value = valueAt(config, path)
    if (value === undefined || value === null || value === '') continue
    const number = typeof value === 'number' ? value : Number.NaN
    const text = toText(value) ?? ''
    const time = Number.isNaN(number)
      ? ((layout === undefined ? undefined : parseTime(text, layout)) ?? new Date(text))
      : new Date(number < 1e11 ? number * 1_000 : number)
    if (!Number.isNaN(time.getTime())) return time.toISOString()
  }
  return null
}

/** The scraper's own fields override values in the document. */
const openWhole = (found: FoundItem, isFull: boolean): FoundItem | FoundError => {
  if (!isFull || !isWhole(found.config)) return found
  const whole = readWhole(found.config)
  if (whole.kind === 'error') return whole
  const { changes, insights, costs } = whole.known
  return { ...whole, known: { ...found.known, changes, insights, costs } }
}

const toTags = (
  { tags = [] }: ScraperBase,
  config: unknown,
  labels: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    tags.flatMap(({ name, value, steps, label }): [string, string][] => {
      const text = value ?? (label === undefined ? toText(valueAt(config, steps ?? [])) : labels[label])
      return text === undefined || text === null ? [] : [[name, text]]
    }),
  )

type FieldValues = ReadonlyMap<FieldName, Evaluated>
const noValues: FieldValues = new Map()

const readFields = (
  document: unknown,
  values: FieldValues,
  { fields }: MapOptions,
): ReadonlyMap<FieldName, string | null> | FoundError => {
  const texts = new Map<FieldName, string | null>()
  for (const [name, field] of fields) {
    const value = values.get(name)
    if (value?.ok === false) return { kind: 'error', reason: `${name} failed. ${value.error.message}` }
    if (field.kind === 'static') texts.set(name, field.text)
    else texts.set(name, toText(field.kind === 'place' ? valueAt(document, field.steps) : value?.value))
  }
  return texts
}

const mapWith = (found: FoundItem, values: FieldValues, options: MapOptions): ScrapedItem | FoundError => {
  const { base, defaultType, isFull } = options
  const document = found.config
  const opened = openWhole(found, isFull)
  if (opened.kind === 'error') return opened
  const { config, known } = opened
  const texts = readFields(document, values, options)
  if ('kind' in texts) return texts
  const read = (name: FieldName): string | null => texts.get(name) ?? null
  const id = read('id') ?? known.id
  if (id === undefined) {
    const where = base.id === undefined ? '' : ' where the scraper looks for it'
    return { kind: 'error', reason: `An item has no id${where}.` }
  }
  const type = read('type') ?? known.type ?? defaultType
  const health = read('health')
  const labels = { ...known.labels, ...base.labels }
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
    labels,
    properties: known.properties ?? [],
    costs: {
      perMinute: parseAmount(read('costPerMinute')) ?? known.costs?.perMinute ?? null,
      day: parseAmount(read('costTotal1d')) ?? known.costs?.day ?? null,
      week: parseAmount(read('costTotal7d')) ?? known.costs?.week ?? null,
      month: parseAmount(read('costTotal30d')) ?? known.costs?.month ?? null,
    },
    tags: { ...known.tags, ...toTags(base, document, labels) },
    config,
    source: known.source ?? null,
    createdAt: timeAt(document, base.createFields, base.timestampFormat) ?? known.createdAt ?? null,
    deletedAt: timeAt(document, base.deleteFields, base.timestampFormat) ?? known.deletedAt ?? null,
    changes: known.changes ?? [],
    insights: known.insights ?? [],
    unaskedAnalyzers: known.unaskedAnalyzers,
    links: known.links ?? [],
  }
}

export const hasExpressions = ({ fields }: MapOptions): boolean =>
  fields.some(([, field]) => field.kind === 'expression')

export const mapPlain = (found: FoundItem, options: MapOptions): ScrapedItem | FoundError =>
  mapWith(found, noValues, options)

export const mapItem = async (found: FoundItem, options: MapOptions): Promise<ScrapedItem | FoundError> =>
  mapWith(found, hasExpressions(options) ? await evaluated(found.config, options) : noValues, options)
