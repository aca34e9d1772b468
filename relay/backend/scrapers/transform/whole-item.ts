import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import { healths, type ScrapedChange, type ScrapedInsight } from '#relay/backend/catalog/scraped-item.ts'
import type { FoundError, FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const texts = z.record(z.string(), text)
const time = z.union([z.string(), z.number()]).transform((value, context) => {
  const date = new Date(typeof value === 'number' ? value * 1_000 : value)
  if (!Number.isNaN(date.getTime())) return date.toISOString()
  context.addIssue({ code: 'custom', message: `must be a time, got ${JSON.stringify(value)}` })
  return z.NEVER
})

const changeSchema = z
  .looseObject({
    change_type: text,
    external_change_id: text.nullish(),
    severity: text.nullish(),
    source: text.nullish(),
    summary: text.nullish(),
    details: z.unknown().optional(),
    created_at: time.nullish(),
    created_by: text.nullish(),
    external_created_by: text.nullish(),
    action: z.enum(['delete', 'ignore']).nullish(),
    patches: z.unknown().optional(),
    diff: text.nullish(),
  })
  .transform((change): ScrapedChange => ({
    changeType: change.change_type,
    severity: change.severity ?? 'info',
    source: change.source ?? 'scraper',
    summary: change.summary ?? '',
    externalId: change.external_change_id ?? undefined,
    createdBy: change.external_created_by ?? change.created_by ?? undefined,
    createdAt: change.created_at ?? undefined,
    action: change.action ?? undefined,
    patches: change.patches,
    diff: change.diff ?? undefined,
    details: change.details,
  }))

const insightSchema = z
  .looseObject({
    analyzer: text.nullish(),
    analysis_type: text.nullish(),
    type: text.nullish(),
    severity: text.nullish(),
    summary: text.nullish(),
    message: text.nullish(),
    messages: z.array(text).nullish(),
    source: text.nullish(),
    analysis: z.unknown().optional(),
  })
  .transform((insight): ScrapedInsight => ({
    analyzer: insight.analyzer ?? 'scraper',
    analysisType: insight.analysis_type ?? insight.type ?? 'other',
    severity: insight.severity ?? 'info',
    summary: insight.summary ?? insight.message ?? insight.messages?.[0] ?? '',
    message: insight.message ?? insight.messages?.join('\n') ?? null,
    source: insight.source ?? null,
    analysis: insight.analysis,
  }))

const one = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.array(schema), schema.transform((single) => [single])]).nullish()

const wholeSchema = z
  .looseObject({
    id: text.nullish(),
    name: text.nullish(),
    type: text.nullish(),
    config_type: text.nullish(),
    config_class: text.nullish(),
    description: text.nullish(),
    icon: text.nullish(),
    status: text.nullish(),
    health: z.enum(healths).nullish().catch('unknown'),
    ready: z.boolean().nullish(),
    labels: texts.nullish(),
    tags: texts.nullish(),
    properties: z.array(z.looseObject({})).nullish(),
    cost_per_minute: z.number().nullish(),
    cost_total_1d: z.number().nullish(),
    cost_total_7d: z.number().nullish(),
    cost_total_30d: z.number().nullish(),
    aliases: z.array(text).nullish(),
    source: text.nullish(),
    created_at: time.nullish(),
    deleted_at: time.nullish(),
    parents: z.array(z.object({ type: text.nullish(), external_id: text })).nullish(),
    changes: one(changeSchema),
    analysis: one(insightSchema),
    config: z.unknown(),
  })
  .transform((whole): FoundItem => ({
    kind: 'item',
    config: whole.config,
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
      deletedAt: whole.deleted_at,
      changes: whole.changes ?? undefined,
      insights: whole.analysis ?? undefined,
      links: whole.parents?.map(({ type, external_id: id }) => ({
        kind: 'parent' as const,
        to: { id, ...(type === null || type === undefined ? {} : { type }) },
      })),
    },
  }))

export const isWhole = (value: unknown): boolean => isMap(value) && Object.hasOwn(value, 'config')

export const readWhole = (value: unknown): FoundItem | FoundError => {
  const read = wholeSchema.safeParse(value)
  if (read.success) return read.data
  const [issue] = specIssues(wholeSchema, read.error, value)
  return { kind: 'error', reason: `Invalid item: ${formatPath(issue?.path)}: ${issue?.message ?? 'invalid'}.` }
}
