import { withoutNulls } from '#relay/backend/resources/without-nulls.ts'
import { z } from 'zod'
import { duration } from '#relay/backend/clients/run/fields.ts'
import { booleanField } from '#shared/primitives/document-scalars.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import type { ChangeRule, TypeRule } from '#relay/backend/catalog/retention.ts'
import { toPath } from '#relay/backend/resources/parse-documents.ts'
import type { DocumentError, DocumentPath } from '#relay/backend/resources/resource-document.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import { parseSchedule, type Schedule } from '#relay/backend/schedule/schedule.ts'
import {
  listBaseExpressions,
  scraperBaseSchema,
  withoutBase,
  type ScraperBase,
} from '#relay/backend/scrapers/scraper-base.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import type { PreparedScraper, ScraperKind } from '#relay/backend/scrapers/scraper-kind.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { nearest } from '#shared/primitives/nearest.ts'
import { findExpressionError } from '#relay/backend/templates/template.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'

export interface ScraperKinds {
  readonly here: readonly ScraperKind[]
  readonly elsewhere: Readonly<Record<string, string>>
}

export type SourceEntry =
  | {
      readonly kind: 'ready'
      readonly key: string
      readonly base: ScraperBase
      readonly scraper: PreparedScraper
      readonly secrets: readonly string[]
    }
  | { readonly kind: 'unavailable'; readonly key: string; readonly reason: string }

export interface ScraperSpec {
  readonly schedule: Schedule
  readonly timeoutMs: number
  /** Infinity keeps missing items. */
  readonly staleMs: number
  /** Infinity keeps open insights until their source resolves them. */
  readonly staleInsightMs: number
  readonly retention: { readonly changes: readonly ChangeRule[]; readonly types: readonly TypeRule[] }
  readonly isFull: boolean
  readonly isFollowed: boolean
  readonly sources: readonly SourceEntry[]
}

type ReadScraperSpec = { readonly spec: ScraperSpec } | { readonly error: DocumentError }

const defaultSchedule = '@every 1h'
const [shortestTimeoutMs, longestTimeoutMs] = [10_000, 10 * 60_000]

const changeRule = z
  .strictObject({ name: z.string().min(1), age: duration.optional(), count: z.number().int().min(0).optional() })
  .transform(({ name, age: ageMs, count }): ChangeRule => ({ name, ageMs, count }))
const typeRule = z
  .strictObject({
    name: z.string().min(1),
    createdAge: duration.optional(),
    updatedAge: duration.optional(),
    deletedAge: duration.optional(),
  })
  .transform(({ name, createdAge: createdMs, updatedAge: updatedMs, deletedAge: deletedMs }): TypeRule => ({
    name,
    createdMs,
    updatedMs,
    deletedMs,
  }))
export const scraperTopSchema = z.looseObject({
  schedule: z.string().optional(),
  timeout: duration.optional(),
  logLevel: z.string().optional(),
  full: booleanField.optional(),
  watch: booleanField.optional(),
  crdSync: unavailable(
    'documents are read from RESOURCES_DIR, not from a cluster; save them there with kubectl get -o yaml',
  ).optional(),
  retention: z
    .strictObject({
      staleAnalysisAge: z.union([z.literal('keep').transform(() => Infinity), duration]).optional(),
      staleItemAge: z.union([z.literal('keep').transform(() => Infinity), duration]).optional(),
      changes: z.array(changeRule).optional(),
      types: z.array(typeRule).optional(),
      type: z.array(typeRule).optional(),
    })
    .optional(),
})
const topKeys = new Set(Object.keys(scraperTopSchema.shape))

interface Rejected {
  readonly error: { readonly path: DocumentPath; readonly reason: string }
}

const reject = (path: DocumentPath, reason: string): Rejected => ({
  error: { path, reason: `${path.length === 0 ? 'The spec' : formatPath(path)}: ${reason}` },
})

/** Reports the first error with its path. Unavailable kinds are not an error. */
export const readScraperSpec = async (value: unknown, kinds: ScraperKinds): Promise<ReadScraperSpec> => {
  const read = await readSpec(value, kinds)
  if ('spec' in read) return read
  const mask = new Mask()
  mask.hideAll(secretsIn(value))
  return { error: { path: read.error.path, reason: mask.inText(read.error.reason) } }
}

const readSpec = async (value: unknown, kinds: ScraperKinds): Promise<ReadScraperSpec> => {
  const spec = withoutNulls(value ?? {})
  const top = scraperTopSchema.safeParse(spec)
  if (!top.success) return toRejected(specIssues(scraperTopSchema, top.error, spec)[0])
  const sources: SourceEntry[] = []
  for (const [key, list] of Object.entries(top.data)) {
    if (topKeys.has(key) || list == null || list === false) continue
    const entries: readonly unknown[] = Array.isArray(list) ? list : [key === 'system' && list === true ? {} : list]
    for (const [index, raw] of entries.entries()) {
      const entry = await readEntry(key, raw, Array.isArray(list) ? [key, index] : [key], kinds)
      if ('error' in entry) return entry
      sources.push(entry)
    }
  }
  if (sources.length === 0) return reject([], `has no source. Known kinds: ${listKindNames(kinds).join(', ')}.`)
  const schedule = readSchedule(top.data.schedule ?? defaultSchedule)
  if ('error' in schedule) return schedule
  const { timeout, retention } = top.data
  const isFull = top.data.full === true
  const readsAll = sources.every((source) => source.kind === 'unavailable' || !source.scraper.readsNewOnly)
  return {
    spec: {
      schedule,
      timeoutMs: timeout ?? Math.min(longestTimeoutMs, Math.max(shortestTimeoutMs, schedule.intervalMs)),
      staleMs: retention?.staleItemAge ?? (readsAll ? 0 : Infinity),
      staleInsightMs: isFull && readsAll ? 0 : (retention?.staleAnalysisAge ?? Infinity),
      retention: { changes: retention?.changes ?? [], types: retention?.types ?? retention?.type ?? [] },
      isFull,
      isFollowed: top.data.watch !== false,
      sources,
    },
  }
}

const listKindNames = ({ here, elsewhere }: ScraperKinds): string[] => [
  ...here.map(({ key }) => key),
  ...Object.keys(elsewhere),
]

const toRejected = (issue: z.core.$ZodIssue | undefined, at: DocumentPath = []): Rejected =>
  reject([...at, ...toPath(issue)], `${issue?.message ?? 'cannot be read'}.`)

const readSchedule = (text: string): Schedule | Rejected => {
  try {
    return parseSchedule(text)
  } catch (error) {
    if (error instanceof ExpectedError) return reject(['schedule'], error.message)
    throw error
  }
}

const withoutKeys = (raw: unknown, keys: readonly string[]): unknown =>
  isMap(raw) ? Object.fromEntries(Object.entries(raw).filter(([key]) => !keys.includes(key))) : raw

const withLinkRules = (base: ScraperBase, { linkRules }: PreparedScraper): ScraperBase =>
  linkRules.length === 0
    ? base
    : {
        ...base,
        transform: {
          script: undefined,
          ...base.transform,
          relationship: [...(base.transform?.relationship ?? []), ...linkRules],
        },
      }

const readEntry = async (
  key: string,
  raw: unknown,
  path: DocumentPath,
  { here, elsewhere }: ScraperKinds,
): Promise<SourceEntry | Rejected> => {
  const reason = Object.hasOwn(elsewhere, key) ? elsewhere[key] : undefined
  if (reason !== undefined) return { kind: 'unavailable', key, reason }
  const kind = here.find((each) => each.key === key)
  if (kind === undefined) {
    const meant = nearest(key, [...here.map((each) => each.key), ...Object.keys(elsewhere)])
    return reject(path.slice(0, 1), `unknown kind${meant === undefined ? '' : ` (did you mean "${meant}"?)`}.`)
  }
  const base = scraperBaseSchema.safeParse(raw)
  if (!base.success) return toRejected(specIssues(scraperBaseSchema, base.error, raw)[0], path)
  const own = kind.read(withoutBase(base.data))
  if ('issues' in own) return toRejected(own.issues[0], path)
  for (const { path: expressionPath, expression } of [...own.scraper.expressions, ...listBaseExpressions(base.data)]) {
    const expressionError = await findExpressionError(expression)
    if (expressionError !== undefined) return reject([...path, ...expressionPath], expressionError.message)
  }
  return {
    kind: 'ready',
    key,
    base: withLinkRules(base.data, own.scraper),
    scraper: own.scraper,
    secrets: secretsIn(withoutKeys(raw, kind.hidesItself), { schemas: [kind.spec] }),
  }
}
