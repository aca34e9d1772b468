import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { columnFilterKey, writeColumnFilter } from '#shared/filters/column-filter.ts'
import type { FilterValue } from '#shared/filters/filter-value.ts'
import { listRows } from '#client/api/data-api.ts'
import { catalogKey, itemOrder, listedItemSchema } from '#client/features/catalog/catalog-api.ts'
import type { Sorting } from '#client/lib/address/table-state.ts'

/** How far up relationships are followed at most (ledger CAT-10). */
export const deepest = 10
/** More than so many are no graph that anybody reads: they are listed page by page. */
const relatedMax = 5_000

/** What is followed from an item: which way, whether soft relationships as well, over how many. */
export interface Relation {
  readonly direction: 'incoming' | 'outgoing' | 'all'
  readonly isSoftShown: boolean
  readonly isDeletedShown: boolean
  readonly depth: number
}

/** Which of the related ones are looked for. */
export interface RelatedFilter {
  readonly types: FilterValue
  readonly healths: FilterValue
  readonly statuses: FilterValue
  /** Tags as `key=value`. */
  readonly tags: FilterValue
}

interface Range {
  readonly offset: number
  readonly limit: number
}

const toCallParams = (id: string, { direction, isSoftShown, isDeletedShown, depth }: Relation) => {
  const relation = isSoftShown ? 'both' : 'hard'
  return {
    config_id: id,
    type_filter: direction,
    incoming_relation: relation,
    outgoing_relation: relation,
    include_deleted_configs: String(isDeletedShown),
    max_depth: depth,
  }
}

/** All that is shown of relationships. */
export const relatedKey = [...catalogKey, 'related'] as const

const toQueryKey = (id: string, relation: Relation) => [...relatedKey, toCallParams(id, relation)]

const listed = 'id,name,type,status,health,tags,created_at,updated_at,deleted_at,cost_total_30d,changes,analysis'

const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`
const tagIs = (tag: string, operator: string) => {
  const at = tag.indexOf('=')
  return `tags->>${quoted(tag.slice(0, at))}.${operator}.${quoted(tag.slice(at + 1))}`
}

/** Tags in the data API's language: one of the included ones, and none of the excluded. */
const tagsQuery = (tags: FilterValue): Readonly<Record<string, string>> => {
  if (tags.size === 0) return {}
  const of = (wanted: 1 | -1) => [...tags].flatMap(([tag, state]) => (state === wanted ? [tag] : []))
  const included = of(1).map((tag) => tagIs(tag, 'eq'))
  const excluded = of(-1).map((tag) => tagIs(tag, 'isdistinct'))
  const conditions = [...(included.length === 0 ? [] : [`or(${included.join(',')})`]), ...excluded]
  return { and: `(${conditions.join(',')})` }
}

/** What an item hangs on and what hangs on it, in its order, as parameters of the data API (ledger CAT-09, CAT-10). */
export const relatedQuery = (id: string, relation: Relation, filter: RelatedFilter, sorting: Sorting | null) => {
  const { types, healths, statuses, tags } = filter
  return {
    ...toCallParams(id, relation),
    ...(types.size > 0 && { [columnFilterKey('type')]: writeColumnFilter(types) }),
    ...(healths.size > 0 && { [columnFilterKey('health')]: writeColumnFilter(healths) }),
    ...(statuses.size > 0 && { [columnFilterKey('status')]: writeColumnFilter(statuses) }),
    ...tagsQuery(tags),
    select: listed,
    id: `neq.${id}`,
    order: itemOrder(sorting),
  }
}

/** Some of the related items, and how many there are. */
export const listRelated = (query: ReturnType<typeof relatedQuery>, range: Range, signal: AbortSignal) =>
  listRows('rpc/related_configs_recursive', { row: listedItemSchema, query: { ...query, ...range }, signal })

const relatedSchema = listedItemSchema
  .pick({ id: true, name: true, type: true, status: true, health: true, tags: true, updated_at: true, changes: true })
  .extend({
    created_at: listedItemSchema.shape.created_at,
    deleted_at: listedItemSchema.shape.deleted_at,
    /** The related items that this one leads to. */
    related_ids: z
      .array(z.string())
      .nullish()
      .transform((ids) => ids ?? []),
  })
export type RelatedItem = z.infer<typeof relatedSchema>

const relatedColumns = 'id,name,type,status,health,tags,created_at,updated_at,deleted_at,changes,related_ids'
const atOnce = 1_000

interface RelatedCall<Item> {
  readonly path: string
  readonly row: z.ZodType<Item>
  readonly query: Readonly<Record<string, string | number>>
}

/** Everything that a function answers with, page by page, or, where that is more than a graph holds, only how much it is. */
export const readRelated = async <Item>({ path, row, query }: RelatedCall<Item>, signal: AbortSignal) => {
  const pageFrom = (offset: number) =>
    listRows(path, { row, query: { ...query, order: 'id.asc', offset, limit: atOnce }, signal })
  const first = await pageFrom(0)
  const total = first.total ?? first.rows.length
  if (total > relatedMax) return { rows: [], total }
  const offsets = Array.from({ length: Math.max(0, Math.ceil(total / atOnce) - 1) }, (_, page) => (page + 1) * atOnce)
  const others = await Promise.all(offsets.map(pageFrom))
  return { rows: [first, ...others].flatMap((page) => page.rows), total }
}

/** An item and all that is related to it, or, where that is more than a graph holds, only how many they are. */
export const relatedAll = (id: string, relation: Relation) =>
  queryOptions({
    queryKey: [...toQueryKey(id, relation), 'all'],
    queryFn: ({ signal }) => {
      const query = { ...toCallParams(id, relation), select: relatedColumns }
      return readRelated({ path: 'rpc/related_configs_recursive', row: relatedSchema, query }, signal)
    },
    placeholderData: keepPreviousData,
    meta: { failsOnPage: true },
  })

/** So many items are asked for their soft relationships: an address is no longer than it may be, and a graph of more draws groups. */
const softMax = 300
const idsInAddress = 75
const linkSchema = z.object({ config_id: z.string(), related_id: z.string(), relation: z.string().nullable() })

/** Which of the relationships between items are soft alone, as `source target`; null where they are too many to ask. */
export const softLinks = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...relatedKey, 'soft', ids],
    queryFn: async ({ signal }) => {
      if (ids.length > softMax) return null
      const parts = Array.from({ length: Math.ceil(ids.length / idsInAddress) }, (_, part) =>
        ids.slice(part * idsInAddress, (part + 1) * idsInAddress),
      )
      const pages = await Promise.all(
        parts.map((part) => {
          const query = { config_id: `in.(${part.join(',')})`, select: 'config_id,related_id,relation' }
          return listRows('config_relationships', { row: linkSchema, query, signal })
        }),
      )
      const soft = new Map<string, boolean>()
      for (const { config_id: source, related_id: target, relation } of pages.flatMap(({ rows }) => rows)) {
        const link = `${source} ${target}`
        soft.set(link, (soft.get(link) ?? true) && relation !== 'hard')
      }
      return [...soft].flatMap(([link, isSoft]) => (isSoft ? [link] : []))
    },
    placeholderData: keepPreviousData,
    meta: { failsOnPage: true },
  })
