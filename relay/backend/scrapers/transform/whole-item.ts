import { toChangeSeverity } from '#shared/catalog/change-severity.ts'
import { z } from 'zod'
import { booleanField, numberField, scalarText } from '#shared/primitives/document-scalars.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { readTime } from '#relay/backend/parsing/read-time.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import { healths, type ScrapedChange, type ScrapedInsight } from '#relay/backend/catalog/scraped-item.ts'
import type { FoundError, Known, NamedReport } from '#relay/backend/scrapers/scraper-kind.ts'

/** A label without a value is left out. */
const texts = z.record(z.string(), scalarText.nullable()).transform((found) => {
  const known = Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null)
  return Object.fromEntries(known)
})
const amount = numberField().nullish()
/** Times that the database can store and toISOString writes with four digits. */
const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z')]
const time = z.union([z.string(), z.number()]).transform((value, context) => {
  const date = readTime(value)
  if (date.getTime() > earliest && date.getTime() < latest) return date.toISOString()
  context.addIssue({ code: 'custom', message: `must be a time, got ${JSON.stringify(value)}` })
  return z.NEVER
})

const names = {
  external_id: z.union([scalarText, z.array(scalarText).transform(([first]) => first)]).nullish(),
  config_type: scalarText.nullish(),
  config_id: scalarText.nullish(),
  scraper_id: scalarText.nullish(),
}
const toNames = (row: { readonly [Name in keyof typeof names]?: string | null | undefined }) => ({
  type: row.config_type || undefined,
  id: row.external_id || undefined,
  rowId: row.config_id || undefined,
  scraper: row.scraper_id === 'all' ? undefined : row.scraper_id || undefined,
})

const changeRow = z.looseObject({
  ...names,
  change_type: scalarText,
  external_change_id: scalarText.nullish(),
  severity: scalarText.nullish(),
  source: scalarText.nullish(),
  summary: scalarText.nullish(),
  details: z.unknown().optional(),
  created_at: time.nullish(),
  created_by: scalarText.nullish(),
  external_created_by: scalarText.nullish(),
  action: z.enum(['delete', 'ignore', '']).nullish(),
  patches: z.unknown().optional(),
  diff: scalarText.nullish(),
})
const toChange = (change: z.infer<typeof changeRow>): ScrapedChange => ({
  changeType: change.change_type,
  severity: toChangeSeverity(change.severity ?? 'info'),
  source: change.source ?? 'scraper',
  summary: change.summary ?? '',
  externalId: change.external_change_id ?? undefined,
  createdBy: change.external_created_by ?? change.created_by ?? undefined,
  createdAt: change.created_at ?? undefined,
  action: change.action || undefined,
  patches: change.patches,
  diff: change.diff ?? undefined,
  details: change.details,
})
const changeSchema = changeRow.transform((change): NamedReport => ({
  ...toNames(change),
  report: { kind: 'change', isShaped: false, change: toChange(change) },
}))
const insightRow = z.looseObject({
  ...names,
  analyzer: scalarText.nullish(),
  analysis_type: scalarText.nullish(),
  type: scalarText.nullish(),
  severity: scalarText.nullish(),
  summary: scalarText.nullish(),
  message: z.union([scalarText, z.array(scalarText).transform((lines) => lines.join('\n'))]).nullish(),
  messages: z.array(scalarText).nullish(),
  source: scalarText.nullish(),
  analysis: z.unknown().optional(),
})
const toInsight = (insight: z.infer<typeof insightRow>): ScrapedInsight => ({
  analyzer: insight.analyzer ?? 'scraper',
  analysisType: insight.analysis_type ?? insight.type ?? 'other',
  severity: toChangeSeverity(insight.severity ?? 'info'),
  summary: insight.summary ?? insight.message ?? insight.messages?.[0] ?? '',
  message: insight.message ?? insight.messages?.join('\n') ?? null,
  source: insight.source ?? null,
  analysis: insight.analysis,
})
const insightSchema = insightRow.transform((insight): NamedReport => ({
  ...toNames(insight),
  report: { kind: 'insight', insight: toInsight(insight) },
}))

const several = z.union([z.array(z.unknown()), z.looseObject({}).transform((single) => [single])]).nullish()

const wholeSchema = z
  .looseObject({
    id: scalarText.nullish(),
    name: scalarText.nullish(),
    type: scalarText.nullish(),
    config_type: scalarText.nullish(),
    config_class: scalarText.nullish(),
    description: scalarText.nullish(),
    icon: scalarText.nullish(),
    status: scalarText.nullish(),
    health: z.string().toLowerCase().pipe(z.enum(healths)).nullish().catch('unknown'),
    ready: booleanField.nullish(),
    labels: texts.nullish(),
    tags: texts.nullish(),
    properties: z.array(z.looseObject({})).nullish(),
    cost_per_minute: amount,
    cost_total_1d: amount,
    cost_total_7d: amount,
    cost_total_30d: amount,
    aliases: z.array(scalarText).nullish(),
    source: scalarText.nullish(),
    created_at: time.nullish(),
    deleted_at: time.nullish(),
    action: z.enum(['delete', 'ignore', '']).nullish(),
    parents: z.array(z.object({ type: scalarText.nullish(), external_id: scalarText })).nullish(),
    changes: several,
    analysis: several,
    config: z.unknown().optional(),
  })
  .transform((whole) => ({
    config: whole.config,
    isIgnored: whole.action === 'ignore',
    changes: whole.changes ?? [],
    analysis: whole.analysis ?? [],
    known: {
      id: whole.id ?? undefined,
      name: whole.name ?? undefined,
      type: whole.type ?? whole.config_type ?? undefined,
      configClass: whole.config_class ?? undefined,
      description: whole.description,
      icon: whole.icon,
      status: whole.status,
      health: whole.health,
      ready: whole.ready,
      labels: whole.labels ?? undefined,
      tags: whole.tags ?? undefined,
      properties: whole.properties ?? undefined,
      costs: {
        perMinute: whole.cost_per_minute ?? null,
        day: whole.cost_total_1d ?? null,
        week: whole.cost_total_7d ?? null,
        month: whole.cost_total_30d ?? null,
      },
      aliases: whole.aliases ?? undefined,
      source: whole.source,
      createdAt: whole.created_at,
      deletedAt: whole.deleted_at ?? (whole.action === 'delete' ? new Date().toISOString() : undefined),
      links: whole.parents?.map(({ type, external_id: id }) => ({
        kind: 'parent' as const,
        to: { id, ...(type === null || type === undefined ? {} : { type }) },
      })),
    },
  }))

interface WholeItem {
  readonly kind: 'whole'
  /** False for a document that has only changes or insights. */
  readonly hasConfig: boolean
  readonly config: unknown
  readonly known: Known
  readonly reports: readonly NamedReport[]
  /** Invalid changes and insights, which do not prevent the item from being stored. */
  readonly errors: readonly string[]
}

const hasOwnConfig = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.hasOwn(value, 'config') && (value['config'] !== null || !hasReports(value))
const hasReports = ({ changes, analysis }: { readonly changes?: unknown; readonly analysis?: unknown }): boolean =>
  [changes, analysis].some((part) => typeof part === 'object' && part !== null)

/** With `full`, a document may have only changes or insights. */
export const isWhole = (value: unknown, isFull: boolean): value is Readonly<Record<string, unknown>> =>
  isMap(value) && (Object.hasOwn(value, 'config') || (isFull && hasReports(value)))

const describeIssue = (error: z.ZodError, schema: z.ZodType, value: unknown, at: string): string => {
  const [issue] = specIssues(schema, error, value)
  const path = [at, formatPath(issue?.path)].filter((part) => part !== '').join('.')
  return `Invalid item: ${path}: ${issue?.message ?? 'invalid'}.`
}

const readParts = (list: readonly unknown[], schema: typeof changeSchema | typeof insightSchema, key: string) => {
  const reports: NamedReport[] = []
  const errors: string[] = []
  for (const [index, value] of list.entries()) {
    const read = schema.safeParse(value)
    if (read.success) reports.push(read.data)
    else errors.push(describeIssue(read.error, schema, value, `${key}[${index}]`))
  }
  return { reports, errors }
}

export const readChanges = (list: readonly unknown[], at: string) => readParts(list, changeSchema, at)

export const readWhole = (value: Readonly<Record<string, unknown>>): WholeItem | FoundError => {
  const read = wholeSchema.safeParse(value)
  if (!read.success) return { kind: 'error', reason: describeIssue(read.error, wholeSchema, value, '') }
  const { config, known, changes, analysis, isIgnored } = read.data
  const parts = [readParts(changes, changeSchema, 'changes'), readParts(analysis, insightSchema, 'analysis')]
  return {
    kind: 'whole',
    hasConfig: hasOwnConfig(value) && !isIgnored,
    config,
    known,
    reports: parts.flatMap(({ reports }) => reports),
    errors: parts.flatMap(({ errors }) => errors),
  }
}
