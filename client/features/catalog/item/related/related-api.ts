import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { columnFilter } from '#shared/filters/column-filter.ts'
import { listValues, type FilterValue } from '#shared/filters/filter-value.ts'
import { listRows } from '#client/api/data-api.ts'
import { idList, quoteValue } from '#client/api/list-query.ts'
import { catalogKey, itemOrder, listedItemSchema } from '#client/features/catalog/catalog-api.ts'
import type { Sorting } from '#client/lib/address/table-state.ts'
import type { Range } from '#client/ui/table/list-pages.ts'

export const deepest = 10
const relatedMax = 5_000

export interface Relation {
  readonly direction: 'incoming' | 'outgoing' | 'all'
  readonly isSoftShown: boolean
  readonly isDeletedShown: boolean
  readonly depth: number
}

export interface RelatedFilter {
  readonly types: FilterValue
  readonly healths: FilterValue
  readonly statuses: FilterValue
  readonly tags: FilterValue
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

export const relatedKey = [...catalogKey, 'related'] as const

const toQueryKey = (id: string, relation: Relation) => [...relatedKey, toCallParams(id, relation)]

const listed = 'id,name,type,status,health,tags,created_at,updated_at,deleted_at,cost_total_30d,changes,analysis'

const tagIs = (tag: string, operator: string) => {
  const at = tag.indexOf('=')
  return `tags->>${quoteValue(tag.slice(0, at))}.${operator}.${quoteValue(tag.slice(at + 1))}`
}

const tagsQuery = (tags: FilterValue): Readonly<Record<string, string>> => {
  if (tags.size === 0) return {}
  const included = listValues(tags, 1).map((tag) => tagIs(tag, 'eq'))
  const excluded = listValues(tags, -1).map((tag) => tagIs(tag, 'isdistinct'))
  const conditions = [...(included.length === 0 ? [] : [`or(${included.join(',')})`]), ...excluded]
  return { and: `(${conditions.join(',')})` }
}

export const relatedQuery = (id: string, relation: Relation, filter: RelatedFilter, sorting: Sorting | null) => {
  const { types, healths, statuses, tags } = filter
  return {
    ...toCallParams(id, relation),
    ...columnFilter('type', types),
    ...columnFilter('health', healths),
    ...columnFilter('status', statuses),
    ...tagsQuery(tags),
    select: listed,
    id: `neq.${id}`,
    order: itemOrder(sorting),
  }
}

export const listRelated = (query: ReturnType<typeof relatedQuery>, range: Range, signal: AbortSignal) =>
  listRows('rpc/related_configs_recursive', { row: listedItemSchema, query: { ...query, ...range }, signal })

const relatedSchema = listedItemSchema
  .pick({ id: true, name: true, type: true, status: true, health: true, tags: true, updated_at: true, changes: true })
  .extend({
    created_at: listedItemSchema.shape.created_at,
    deleted_at: listedItemSchema.shape.deleted_at,
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

/** `rows` is empty when the total exceeds what a graph can show. */
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

export const relatedAll = (id: string, relation: Relation) =>
  queryOptions({
    queryKey: [...toQueryKey(id, relation), 'all'],
    queryFn: ({ signal }) => {
      const query = { ...toCallParams(id, relation), select: relatedColumns }
      return readRelated({ path: 'rpc/related_configs_recursive', row: relatedSchema, query }, signal)
    },
    placeholderData: keepPreviousData,
  })

/** Limited by the length of a URL; a larger graph is drawn in groups anyway. */
const softMax = 300
const idsInAddress = 75
const linkSchema = z.object({ config_id: z.string(), related_id: z.string(), relation: z.string().nullable() })

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
          const query = { config_id: idList(part), select: 'config_id,related_id,relation' }
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
  })
