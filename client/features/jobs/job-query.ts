import { useMemo } from 'react'
import { writeColumnFilter } from '#shared/filters/column-filter.ts'
import { readFilter, writeFilter, type FilterValue } from '#shared/filters/filter-value.ts'
import { jobFilterSchema, type JobFilter } from '#shared/jobs/job-run.ts'
import { relativeMs } from '#shared/time-range/relative-ranges.ts'
import { relativeRange, type TimeRange } from '#shared/time-range/time-range.ts'
import type { Span } from '#shared/time-range/mapped-ranges.ts'
import { changeQuery, clearQuery, useQueryParams, setListParam, setParam } from '#client/lib/address/query-state.ts'
import { readTableState, type TableState } from '#client/lib/address/table-state.ts'
import { useTimeRange } from '#client/lib/time/use-time-range.ts'

export const durationChoices = {
  None: 0,
  '15s': 15_000,
  '30s': 30_000,
  '1m': 60_000,
  '2m': 120_000,
  '3m': 180_000,
  '5m': 300_000,
  '10m': 600_000,
  '15m': 900_000,
} as const
export type DurationChoice = keyof typeof durationChoices

const isDuration = (text: string | null): text is DurationChoice =>
  text !== null && Object.hasOwn(durationChoices, text)

const defaultPageSize = 150
const pageSizeMax = 1_000
const defaultStatus = 'SUCCESS:-1'
export const defaultRange = relativeRange('now-2d')

const sortColumns = {
  started: 'created_at',
  name: 'name',
  resource: 'resource_type',
  status: 'status',
  duration: 'duration_millis',
  succeeded: 'success_count',
  failed: 'error_count',
} as const
type SortColumn = keyof typeof sortColumns
export const isSortColumn = (id: string): id is SortColumn => Object.hasOwn(sortColumns, id)

export interface JobQuery {
  readonly names: FilterValue
  readonly types: FilterValue
  readonly statuses: FilterValue
  readonly duration: DurationChoice
  readonly table: TableState
}

export const readJobQuery = (params: URLSearchParams): JobQuery => {
  const duration = params.get('runDuration')
  const table = readTableState(params, { pageSize: defaultPageSize, sorting: null })
  return {
    names: readFilter(params.get('name') ?? ''),
    types: readFilter(params.get('resource_type') ?? ''),
    statuses: readFilter(params.get('status') ?? defaultStatus),
    duration: isDuration(duration) ? duration : 'None',
    table: { ...table, pageSize: Math.min(pageSizeMax, table.pageSize) },
  }
}

const filterOr = (key: 'names' | 'types' | 'statuses', filter: FilterValue) =>
  filter.size === 0 ? {} : { [key]: writeColumnFilter(filter) }

export const toJobFilter = (
  query: JobQuery,
  { range, span, ...about }: { range: TimeRange | null; span: () => Span; resourceId?: string; resourceType?: string },
): JobFilter => {
  const { names, types, statuses, duration, table } = query
  const { pageIndex, pageSize, sorting } = table
  const lengthMs = range?.type === 'relative' ? relativeMs(range.range) : null
  const toRange = () => {
    if (range === null) return {}
    if (lengthMs !== null && lengthMs < 0) return { lastMs: -lengthMs }
    const { from, to } = span()
    return { from: from.toISOString(), to: to.toISOString() }
  }
  return jobFilterSchema.parse({
    ...filterOr('names', names),
    ...filterOr('types', types),
    ...filterOr('statuses', statuses),
    ...(about.resourceType !== undefined && { types: about.resourceType }),
    ...(about.resourceId !== undefined && { resourceId: about.resourceId }),
    ...(durationChoices[duration] > 0 && { atLeastMs: durationChoices[duration] }),
    ...toRange(),
    sortBy: sorting !== null && isSortColumn(sorting.id) ? sortColumns[sorting.id] : 'created_at',
    descending: sorting?.desc ?? true,
    offset: pageIndex * pageSize,
    limit: pageSize,
  })
}

export const useJobQuery = (): JobQuery => {
  const params = useQueryParams()
  return useMemo(() => readJobQuery(params), [params])
}

export const useJobFilter = (query: JobQuery): JobFilter | null => {
  const { range, resolve } = useTimeRange(defaultRange)
  return useMemo(() => {
    try {
      return toJobFilter(query, { range, span: resolve })
    } catch {
      return null
    }
  }, [query, range, resolve])
}

/** Also returns to the first page. An empty status filter is written too, because it has a default. */
export const setJobFilter = (key: 'name' | 'resource_type' | 'status', filter: FilterValue) =>
  setListParam(key, writeFilter(filter), key === 'status' ? defaultStatus : '')

export const setDuration = (duration: DurationChoice) => setListParam('runDuration', duration, 'None')

export const clearJobFilters = () => clearQuery(['name', 'resource_type', 'status', 'runDuration'])

export const openJob = (id: string) =>
  changeQuery(
    (params) => {
      params.set('job', id)
      params.delete('jobTab')
    },
    { push: true },
  )
export const closeJob = () =>
  changeQuery((params) => {
    params.delete('job')
    params.delete('jobTab')
  })
export const setJobTab = (tab: string) => setParam('jobTab', tab)
