import { z } from 'zod'
import type { ItemSnapshot } from '#shared/catalog/as-of.ts'
import { configText } from '#shared/catalog/config-text.ts'
import { walkBack, type WalkedBack } from '#shared/catalog/walk-back.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import type { Logic } from '#relay/backend/data-api/query/ast.ts'
import { orderedBy, createQuery, shownAs } from '#relay/backend/data-api/query/create-query.ts'
import { readAs } from '#relay/backend/data-api/read-as.ts'
import { joinAll, toField, filter, matchesIds } from '#relay/backend/data-api/query/logic.ts'
import type { Queryable } from '#relay/database/database.ts'
import { nullableText, orNull } from '#shared/primitives/row-values.ts'
import { diffsMax, findDocumentGap, findFactsGaps, findInsightsGaps, type ReadDocument } from './find-history-gaps.ts'
import { readHistory } from './retained-history.ts'

const diffsAtOnce = 50

const itemSchema = z.object({
  id: z.string(),
  config: z.unknown(),
  scraper_id: z.string().nullish(),
  inserted_at: z.string(),
  created_at: z.string(),
})
type Item = z.infer<typeof itemSchema>
const pairs = orNull(z.record(z.string(), z.string()))
const factsSchema = z.object({
  name: nullableText,
  type: nullableText,
  description: nullableText,
  status: nullableText,
  health: nullableText,
  labels: pairs,
  tags: pairs,
  since: nullableText,
})
const diffSchema = z.object({ id: z.string(), created_at: z.string(), diff: z.string().nullish() })

const shown = (columns: readonly string[]) => columns.map((column) => shownAs(toField(column), column))
const compared = (operator: 'gt' | 'lte', at: string): Logic =>
  filter(toField('created_at'), { kind: 'quantified', operator, quantifier: undefined, value: at })

interface ItemRequest {
  readonly people: People
  readonly viewer: Viewer
  readonly id: string
  readonly at: string
}

const readItem = async ({ people, viewer, id }: ItemRequest): Promise<Item | undefined> => {
  const columns = Object.keys(itemSchema.shape)
  const query = createQuery(shown(columns), matchesIds(toField('id'), [id]), [])
  const { rows } = await readAs(people, viewer, {
    from: { kind: 'relation', name: 'config_items' },
    query,
    limit: 1,
    offset: 0,
  })
  return rows.map((row) => itemSchema.parse(row))[0]
}

const readFacts = async ({ people, viewer, id, at }: ItemRequest): Promise<ItemSnapshot['facts']> => {
  const input = { config_id: id, at, max_depth: 0 }
  const query = createQuery(shown(['id', ...Object.keys(factsSchema.shape)]), matchesIds(toField('id'), [id]), [])
  const from = { kind: 'function', name: 'related_configs_as_of', args: input } as const
  const { rows } = await readAs(people, viewer, { from, query, limit: 1, offset: 0 })
  return rows.map((row) => factsSchema.parse(row))[0] ?? null
}

const readDiffs = async (
  { people, viewer, id, at }: ItemRequest,
  { isAfter, columns, offset, limit }: { isAfter: boolean; columns: readonly string[]; offset: number; limit: number },
) => {
  const where = joinAll([
    matchesIds(toField('config_id'), [id]),
    matchesIds(toField('change_type'), ['diff']),
    matchesIds(toField('source'), ['diff']),
    compared(isAfter ? 'gt' : 'lte', at),
  ])
  const order = [orderedBy(toField('created_at'), true), orderedBy(toField('id'), true)]
  const query = createQuery(shown(columns), where, order)
  const from = { kind: 'relation', name: 'config_changes' } as const
  const { rows } = await readAs(people, viewer, { from, query, limit, offset })
  return rows.map((row) => diffSchema.parse(row))
}

const readDocument = async (request: ItemRequest, config: unknown): Promise<ReadDocument> => {
  let walked: WalkedBack = { kind: 'known', text: configText(config) }
  let changesAt: string | null = null
  for (let offset = 0; offset < diffsMax && walked.kind === 'known'; offset += diffsAtOnce) {
    const columns = Object.keys(diffSchema.shape)
    const diffs = await readDiffs(request, { isAfter: true, columns, offset, limit: diffsAtOnce })
    walked = walkBack(walked.text, diffs)
    changesAt = diffs.at(-1)?.created_at ?? changesAt
    if (diffs.length < diffsAtOnce) return { walked, changesAt, isWhole: true }
  }
  return { walked, changesAt, isWhole: walked.kind === 'lost' }
}

/** Anything not retained is reported as a gap. */
export const readItemAt = async (
  database: Queryable,
  { people, viewer }: { readonly people: People; readonly viewer: Viewer },
  { id, at }: { readonly id: string; readonly at: string },
): Promise<ItemSnapshot | null> => {
  const request = { people, viewer, id, at }
  const item = await readItem(request)
  if (item === undefined) return null
  const history = await readHistory(database, { id, at, scraperId: item.scraper_id ?? null })
  const { deletedSince, firstSeen, scrapingGap } = history
  const facts = await readFacts(request)
  if (facts === null) {
    const since = deletedSince ?? firstSeen
    const presence = { kind: deletedSince === null ? 'unborn' : 'deleted', since } as const
    return { at, presence, facts, document: null, changedAt: null, changesAt: null, gaps: [] }
  }
  const [before] = await readDiffs(request, { isAfter: false, columns: ['id', 'created_at'], offset: 0, limit: 1 })
  const read = await readDocument(request, item.config)
  const gap = findDocumentGap(read, history, at)
  return {
    at,
    presence: { kind: 'there' },
    facts,
    document: gap === null && read.walked.kind === 'known' ? read.walked.text : null,
    changedAt: before?.created_at ?? null,
    changesAt: read.changesAt,
    gaps: [
      ...(gap === null ? [] : [gap]),
      ...findFactsGaps(facts, history),
      ...findInsightsGaps(at, history),
      ...(scrapingGap === null ? [] : [scrapingGap]),
    ],
  }
}
