import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { columnFilter } from '#shared/filters/column-filter.ts'
import { listValues, type FilterValue } from '#shared/filters/filter-value.ts'
import { listRows, type Listed, findRow } from '#client/api/data-api.ts'
import { quoteValue, searchQuery, sortOrder } from '#client/api/list-query.ts'
import type { Sorting } from '#client/lib/address/table-state.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { nullableText, nullableNumber } from '#shared/primitives/row-values.ts'
import type { Range } from '#client/ui/table/list-pages.ts'

const textRecord = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {})
  .catch({})

export const listedItemSchema = z.object({
  id: z.string(),
  name: nullableText,
  type: nullableText,
  config_class: nullableText,
  status: nullableText,
  health: nullableText,
  tags: textRecord,
  labels: textRecord,
  created_at: nullableText,
  updated_at: nullableText,
  deleted_at: nullableText,
  cost_per_minute: nullableNumber,
  cost_total_1d: nullableNumber,
  cost_total_7d: nullableNumber,
  cost_total_30d: nullableNumber,
  changes: nullableNumber,
  analysis: z.record(z.string(), z.number()).nullish().catch(null),
})
export type ListedItem = z.infer<typeof listedItemSchema>

/** Only one generation of the production services knows weekly costs; the other rejects the column. */
const listedColumns = (): string =>
  `id,name,type,config_class,status,health,tags,labels,created_at,updated_at,deleted_at,cost_per_minute,cost_total_1d,${
    hasOwnBackend() ? 'cost_total_7d,' : ''
  }cost_total_30d,changes,analysis`

export interface CatalogFilter {
  readonly search: string
  readonly types: FilterValue
  readonly healths: FilterValue
  readonly statuses: FilterValue
  /** Tags and labels as `key=value`. */
  readonly tags: FilterValue
  readonly labels: FilterValue
  readonly isDeletedShown: boolean
  readonly sorting: Sorting | null
}

const sortColumns: Readonly<Record<string, string>> = {
  name: 'name',
  type: 'type',
  status: 'status',
  health: 'health',
  changes: 'changes',
  costMinute: 'cost_per_minute',
  costDay: 'cost_total_1d',
  cost: 'cost_total_30d',
  updated: 'updated_at',
}
export const byType: Sorting = { id: 'type', desc: false }

export const itemOrder = (sorting: Sorting | null): string => {
  return `${sortOrder(sorting, sortColumns) ?? 'type.asc'},name.asc,id.asc`
}

const pairConditions = (column: 'tags' | 'labels', pairs: FilterValue): readonly string[] => {
  const keys = new Set([...pairs.keys()].map((pair) => pair.split('=')[0] ?? ''))
  const quotedValues = (key: string, wanted: 1 | -1) =>
    listValues(pairs, wanted)
      .filter((pair) => pair.startsWith(`${key}=`))
      .map((pair) => quoteValue(pair.slice(key.length + 1)))
      .join(',')
  return [...keys].flatMap((key) => {
    const field = `${column}->>${quoteValue(key)}`
    const [wanted, without] = [quotedValues(key, 1), quotedValues(key, -1)]
    return [
      wanted === '' ? [] : [`${field}.in.(${wanted})`],
      without === '' ? [] : [`or(${field}.is.null,${field}.not.in.(${without}))`],
    ].flat()
  })
}

export const itemsQuery = (filter: CatalogFilter): Readonly<Record<string, string>> => {
  const { search, types, healths, statuses, tags, labels, isDeletedShown, sorting } = filter
  const paired = [...pairConditions('tags', tags), ...pairConditions('labels', labels)]
  return {
    select: listedColumns(),
    order: itemOrder(sorting),
    ...(!isDeletedShown && { deleted_at: 'is.null' }),
    ...columnFilter('type', types),
    ...columnFilter('health', healths),
    ...columnFilter('status', statuses),
    ...(paired.length > 0 && { and: `(${paired.join(',')})` }),
    ...searchQuery(search, ['name', 'type', 'description', 'namespace']),
  }
}

export const listItems = (filter: CatalogFilter, range: Range, signal: AbortSignal): Promise<Listed<ListedItem>> =>
  listRows('configs', { row: listedItemSchema, query: { ...itemsQuery(filter), ...range }, signal })

export const catalogKey = ['catalog'] as const

export const healthCount = (filter: CatalogFilter, health: 'unhealthy' | 'warning') =>
  queryOptions({
    queryKey: [...catalogKey, 'count', itemsQuery(filter), health],
    queryFn: async ({ signal }) => {
      const { order: _order, ...query } = itemsQuery({ ...filter, healths: new Map([[health, 1]]) })
      const found = await listRows('configs', {
        row: z.object({ id: z.string() }),
        query: { ...query, select: 'id', limit: 1 },
        signal,
      })
      return found.total
    },
    placeholderData: keepPreviousData,
  })

const valuesQuery = (relation: 'config_types' | 'config_statuses', column: 'type' | 'status') =>
  queryOptions({
    queryKey: [...catalogKey, 'values', relation],
    queryFn: async ({ signal }) => {
      const row = z.record(z.string(), z.unknown())
      const { rows } = await listRows(relation, { row, query: {}, signal })
      return rows.flatMap((each) => (typeof each[column] === 'string' && each[column] !== '' ? [each[column]] : []))
    },
    staleTime: 60_000,
  })
export const typesQuery = valuesQuery('config_types', 'type')
export const statusesQuery = valuesQuery('config_statuses', 'status')

const pairsQuery = (relation: 'config_tags' | 'config_labels') =>
  queryOptions({
    queryKey: [...catalogKey, 'values', relation],
    queryFn: async ({ signal }) => {
      const row = z.object({ key: z.string(), value: z.string().nullable() })
      const { rows } = await listRows(relation, { row, query: { order: 'key.asc,value.asc' }, signal })
      return rows.map(({ key, value }) => `${key}=${value ?? ''}`)
    },
    staleTime: 60_000,
  })
export const tagsQuery = pairsQuery('config_tags')
export const labelsQuery = pairsQuery('config_labels')

const itemSchema = z.object({
  id: z.string(),
  name: nullableText,
  type: nullableText,
  config_class: nullableText,
  status: nullableText,
  health: nullableText,
  description: nullableText,
  tags: textRecord,
  labels: textRecord,
  config: z.unknown(),
  external_id: z.array(z.string()).nullish().catch(null),
  created_at: nullableText,
  updated_at: nullableText,
  deleted_at: nullableText,
  last_scraped_time: nullableText,
  scraper_id: nullableText,
  agent_id: nullableText,
  cost_per_minute: nullableNumber,
  cost_total_1d: nullableNumber,
  cost_total_7d: nullableNumber,
  cost_total_30d: nullableNumber,
  path: nullableText,
  summary: z
    .object({
      changes: nullableNumber,
      analysis: nullableNumber,
      relationships: nullableNumber,
      playbook_runs: nullableNumber,
      checks: nullableNumber,
    })
    .partial()
    .nullish()
    .catch(null),
})
export type ConfigItem = z.infer<typeof itemSchema>

export const itemQuery = (id: string) =>
  queryOptions({
    queryKey: [...catalogKey, 'item', id],
    queryFn: async ({ signal }) => {
      return findRow('config_detail', {
        row: itemSchema,
        query: { id: `eq.${id}`, select: '*' },
        signal,
      })
    },
  })
