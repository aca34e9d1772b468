import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { columnFilter } from '#shared/filters/column-filter.ts'
import type { FilterValue } from '#shared/filters/filter-value.ts'
import { listRows, type Listed, findRow } from '#client/api/data-api.ts'
import { searchQuery, sortOrder } from '#client/api/list-query.ts'
import type { Sorting } from '#client/lib/address/table-state.ts'
import { catalogKey } from '#client/features/catalog/catalog-api.ts'
import { nullableText } from '#shared/primitives/row-values.ts'
import type { Range } from '#client/ui/table/list-pages.ts'

const insightSchema = z.object({
  id: z.string(),
  analysis_type: nullableText,
  analyzer: nullableText,
  severity: nullableText,
  status: nullableText,
  summary: nullableText,
  message: nullableText,
  first_observed: nullableText,
  last_observed: nullableText,
  config: z.object({ id: z.string(), name: nullableText, type: nullableText }).nullish(),
})
export type Insight = z.infer<typeof insightSchema>

const select =
  'id,analysis_type,analyzer,severity,status,summary,message,first_observed,last_observed,config:configs(id,name,type)'

export interface InsightFilter {
  readonly search: string
  readonly severities: FilterValue
  readonly types: FilterValue
  readonly analyzers: FilterValue
  readonly statuses: FilterValue
  readonly sorting: Sorting | null
  readonly configId?: string
}

const sortColumns: Readonly<Record<string, string>> = {
  config: 'config(name)',
  message: 'message',
  type: 'analysis_type',
  analyzer: 'analyzer',
  status: 'status',
  first: 'first_observed',
  last: 'last_observed',
}
export const newestFirst: Sorting = { id: 'first', desc: true }

export const insightsQuery = (filter: InsightFilter): Readonly<Record<string, string>> => {
  const { search, severities, types, analyzers, statuses, sorting, configId } = filter
  return {
    select,
    order: `${sortOrder(sorting, sortColumns) ?? 'first_observed.desc'},id.asc`,
    ...(configId !== undefined && { config_id: `eq.${configId}` }),
    ...columnFilter('severity', severities),
    ...columnFilter('analysis_type', types),
    ...columnFilter('analyzer', analyzers),
    ...columnFilter('status', statuses),
    ...searchQuery(search, ['message', 'summary', 'analyzer']),
  }
}

export const listInsights = (filter: InsightFilter, range: Range, signal: AbortSignal): Promise<Listed<Insight>> =>
  listRows('config_analysis_items', { row: insightSchema, query: { ...insightsQuery(filter), ...range }, signal })

const wholeSchema = insightSchema.extend({ analysis: z.unknown() })
export type WholeInsight = z.infer<typeof wholeSchema>

export const insightsKey = [...catalogKey, 'insights'] as const

export const insightQuery = (id: string) =>
  queryOptions({
    queryKey: [...insightsKey, 'one', id],
    queryFn: async ({ signal }) => {
      const query = { id: `eq.${id}`, select: `${select},analysis` }
      return findRow('config_analysis', { row: wholeSchema, query, signal })
    },
  })

const valuesQuery = (relation: 'analysis_types' | 'config_analysis_analyzers', column: 'analysis_type' | 'analyzer') =>
  queryOptions({
    queryKey: [...insightsKey, 'values', relation],
    queryFn: async ({ signal }) => {
      const { rows } = await listRows(relation, { row: z.record(z.string(), z.unknown()), query: {}, signal })
      return rows.flatMap((row) => (typeof row[column] === 'string' ? [row[column]] : []))
    },
    staleTime: 60_000,
  })
export const analysisTypesQuery = valuesQuery('analysis_types', 'analysis_type')
export const analyzersQuery = valuesQuery('config_analysis_analyzers', 'analyzer')
