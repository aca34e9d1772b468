import { healths, type Health, type ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { cutName } from '#relay/backend/scrapers/item-limits.ts'
import { spelledAt } from '#relay/backend/clients/documents/spelling.ts'
import { valueAt, type Steps } from '#relay/backend/clients/documents/value-path.ts'
import type { Field } from '#relay/backend/scrapers/field.ts'
import { type FieldName, type ScraperBase } from '#relay/backend/scrapers/scraper-base.ts'
import type { FoundError, FoundItem, FoundReport, Known, NamedReport } from '#relay/backend/scrapers/scraper-kind.ts'
import { readTime } from '#relay/backend/parsing/read-time.ts'
import { isWhole, readWhole } from '#relay/backend/scrapers/transform/whole-item.ts'
import { parseTime } from '#relay/backend/templates/functions/parse-time.ts'
import { evaluateAll, type Evaluated } from '#relay/backend/templates/template.ts'
import { storableText } from '#relay/database/storable-text.ts'

export interface MapOptions {
  readonly base: ScraperBase
  readonly fields: readonly (readonly [name: FieldName, field: Field])[]
  readonly defaultType: string
  readonly isFull: boolean
  readonly owner: string
  readonly signal: AbortSignal
}

const longestText = 2_000

const toFullText = (value: unknown): string | null => {
  if (Array.isArray(value)) return value.length === 0 ? null : toFullText(value[0])
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
const toText = (value: unknown): string | null => toFullText(value)?.slice(0, longestText) ?? null

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

const toHealth = (text: string | null): Health | undefined =>
  healths.find((health) => health === text?.trim().toLowerCase())

const timeAt = (config: unknown, paths: readonly Steps[] | undefined, layout: string | undefined): string | null => {
  for (const path of paths ?? []) {
    const value = valueAt(config, path)
    if (value === undefined || value === null || value === '') continue
    const text = toText(value) ?? ''
    const written = layout === undefined || typeof value === 'number' ? undefined : parseTime(text, layout)
    const time = written ?? readTime(typeof value === 'number' ? value : text)
    if (!Number.isNaN(time.getTime())) return time.toISOString()
  }
  return null
}

const withoutEmpty = (known: Known): Known =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined && value !== null))

interface OpenedItem {
  readonly kind: 'opened'
  readonly hasConfig: boolean
  readonly config: unknown
  readonly known: Known
  readonly reports: readonly NamedReport[]
  readonly errors: readonly string[]
}

const openWhole = (
  { config, known, reports = [], errors = [] }: FoundItem,
  isFull: boolean,
): OpenedItem | FoundError => {
  if (!isFull || !isWhole(config, isFull)) return { kind: 'opened', hasConfig: true, config, known, reports, errors }
  const whole = readWhole(config)
  return whole.kind === 'error'
    ? whole
    : { ...whole, kind: 'opened', known: { ...known, ...withoutEmpty(whole.known) } }
}

type Texts = ReadonlyMap<FieldName, string | null>

const readLabels = ({ labels = {} }: ScraperBase, texts: Texts): Record<string, string> =>
  Object.fromEntries(
    Object.keys(labels).flatMap((name): [string, string][] => {
      const text = texts.get(`labels.${name}`) ?? null
      return text === null ? [] : [[name, text]]
    }),
  )

const readTags = (
  { tags = [] }: ScraperBase,
  texts: Texts,
  labels: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    tags.flatMap(({ name, label }): [string, string][] => {
      const text = label === undefined ? texts.get(`tags.${name}`) : labels[label]
      return text === undefined || text === null ? [] : [[name, text]]
    }),
  )

type FieldValues = ReadonlyMap<FieldName, Evaluated>
const noValues: FieldValues = new Map()

const readFields = (document: unknown, values: FieldValues, { fields }: MapOptions): Texts | FoundError => {
  const texts = new Map<FieldName, string | null>()
  for (const [name, field] of fields) {
    const value = values.get(name)
    if (value?.ok === false) return { kind: 'error', reason: `${name} failed. ${value.error.message}` }
    if (field.kind === 'static') texts.set(name, field.text)
    else {
      const found = field.kind === 'place' ? spelledAt(document, field.steps) : value?.value
      // A cut id would be the id of another item.
      texts.set(name, name === 'id' || name === 'type' ? toFullText(found) : toText(found))
    }
  }
  return texts
}

const isOwn = (named: NamedReport, item: Pick<ScrapedItem, 'type' | 'id' | 'aliases'>): boolean =>
  named.rowId === undefined &&
  (named.id === undefined || named.id === item.id || item.aliases.includes(named.id)) &&
  (named.type === undefined || named.type === item.type)

const isNamed = ({ id, rowId }: NamedReport): boolean => (id ?? rowId) !== undefined

const unnamedReport = 'A change or an insight names no item, and its document has no id. It was not stored.'

const toReport = ({ type, id, rowId, scraper, report }: NamedReport): FoundReport => ({
  kind: 'report',
  target: { kind: 'item', to: { type, id, scraper }, rowId },
  report,
})

/** Reports about the item itself become part of it. */
export const withReports = (
  item: ScrapedItem,
  reports: readonly NamedReport[],
): { readonly item: ScrapedItem; readonly reports: readonly FoundReport[] } => {
  const own = reports.filter((each) => isOwn(each, item)).map(({ report }) => report)
  return {
    item: {
      ...item,
      changes: [...item.changes, ...own.flatMap((each) => (each.kind === 'change' ? [each.change] : []))],
      insights: [...item.insights, ...own.flatMap((each) => (each.kind === 'insight' ? [each.insight] : []))],
    },
    reports: reports.filter((each) => !isOwn(each, item)).map(toReport),
  }
}

export interface MappedItem {
  /** Undefined for a document that only has changes or insights. */
  readonly item: ScrapedItem | undefined
  readonly reports: readonly FoundReport[]
  readonly errors: readonly string[]
}

const readDates = (
  document: unknown,
  base: ScraperBase,
  known: Known,
): Pick<ScrapedItem, 'createdAt' | 'deletedAt' | 'deleteReason'> => {
  const deletedAt = timeAt(document, base.deleteFields, base.timestampFormat)
  return {
    createdAt: timeAt(document, base.createFields, base.timestampFormat) ?? known.createdAt ?? null,
    deletedAt: deletedAt ?? known.deletedAt ?? null,
    deleteReason: deletedAt === null ? known.deleteReason : 'FROM_DELETE_FIELD',
  }
}

const mapWith = (found: FoundItem, values: FieldValues, options: MapOptions): MappedItem | FoundError => {
  const { base, defaultType, isFull } = options
  const document = found.config
  const opened = openWhole(found, isFull)
  if (opened.kind === 'error') return opened
  const { config, known, reports, errors, hasConfig } = opened
  const texts = readFields(document, values, options)
  if ('kind' in texts) return texts
  const read = (name: FieldName): string | null => texts.get(name) ?? null
  const id = read('id') ?? known.id
  if (id === undefined) {
    const named = reports.filter(isNamed)
    const where = base.id === undefined ? '' : ' where the scraper looks for it'
    const reason = hasConfig ? `An item has no id${where}.` : unnamedReport
    const isComplete = !hasConfig && named.length === reports.length
    return { item: undefined, reports: named.map(toReport), errors: isComplete ? errors : [...errors, reason] }
  }
  if (!hasConfig) {
    const type = read('type') ?? known.type ?? (base.type === undefined ? defaultType : undefined)
    const named = reports.map((each) => (isNamed(each) ? each : { ...each, id, type: each.type ?? type }))
    return { item: undefined, reports: named.map(toReport), errors }
  }
  const type = storableText(read('type') ?? known.type ?? defaultType)
  const self = { type, id: storableText(id), aliases: (known.aliases ?? []).map(storableText) }
  const health = read('health')
  const labels = { ...known.labels, ...readLabels(base, texts) }
  const item: ScrapedItem = {
    ...self,
    configClass: read('class') ?? known.configClass ?? type,
    name: cutName(storableText(read('name') ?? known.name ?? id)),
    description: read('description') ?? known.description ?? null,
    icon: read('icon') ?? known.icon ?? null,
    status: read('status') ?? known.status ?? null,
    health: health === null ? (known.health ?? null) : (toHealth(health) ?? 'unknown'),
    ready: known.ready ?? null,
    labels,
    properties: known.properties ?? [],
    costs: {
      perMinute: parseAmount(read('costPerMinute')) ?? known.costs?.perMinute ?? null,
      day: parseAmount(read('costTotal1d')) ?? known.costs?.day ?? null,
      week: parseAmount(read('costTotal7d')) ?? known.costs?.week ?? null,
      month: parseAmount(read('costTotal30d')) ?? known.costs?.month ?? null,
    },
    tags: { ...known.tags, ...readTags(base, texts, labels) },
    config,
    source: known.source ?? null,
    ...readDates(document, base, known),
    changes: known.changes ?? [],
    insights: known.insights ?? [],
    unaskedAnalyzers: known.unaskedAnalyzers,
    links: known.links ?? [],
  }
  return { ...withReports(item, reports), errors }
}

export const hasExpressions = ({ fields }: MapOptions): boolean =>
  fields.some(([, field]) => field.kind === 'expression')

export const mapPlain = (found: FoundItem, options: MapOptions): MappedItem | FoundError =>
  mapWith(found, noValues, options)

export const mapItem = async (found: FoundItem, options: MapOptions): Promise<MappedItem | FoundError> =>
  mapWith(found, hasExpressions(options) ? await evaluated(found.config, options) : noValues, options)
