import { useMemo } from 'react'
import type { changeSeverities } from '#shared/catalog/change-severity.ts'
import type { ChangesQuery } from '#shared/catalog/catalog-changes.ts'
import { writeColumnFilter } from '#shared/filters/column-filter.ts'
import { readFilter, writeFilter, type FilterValue } from '#shared/filters/filter-value.ts'
import { appendValue } from '#shared/primitives/append-value.ts'
import { relativeRange, type TimeRange } from '#shared/time-range/time-range.ts'
import { clearQuery, useQueryParams, setListParam } from '#client/lib/address/query-state.ts'
import { useTableState, type Sorting } from '#client/lib/address/table-state.ts'
import { useTimeRange } from '#client/lib/time/use-time-range.ts'

const usualRange: TimeRange = relativeRange('now-2d')

const backendsLength = /^now-\d{1,6}[smhdwMy]$/

const valueFilters = ['config_type', 'change_type', 'tags', 'source', 'created_by'] as const
export type ValueFilter = (typeof valueFilters)[number]

const reachDefaults = { downstream: true, upstream: false } as const
type Reach = keyof typeof reachDefaults

export interface ChangeFilter {
  readonly values: Readonly<Record<ValueFilter, FilterValue>>
  readonly severity: (typeof changeSeverities)[number] | ''
  readonly reach: Readonly<Record<Reach, boolean>>
}

/** Values may contain commas, so each is URI-encoded. */
const joinEncodedValues = (filter: FilterValue): string =>
  [...filter].map(([value, state]) => `${state === 1 ? '' : '!'}${encodeURIComponent(value)}`).join(',')

export const toLabelSelector = (filter: FilterValue): string => {
  const lists = new Map<string, string[]>()
  for (const [tag, state] of filter) {
    const [key = '', value = ''] = tag.split(/=(.*)/s)
    const condition = `${key} ${state === 1 ? 'in' : 'notin'}`
    appendValue(lists, condition, value)
  }
  return [...lists].map(([condition, values]) => `${condition} (${values.join(',')})`).join(',')
}

const sortColumns: Readonly<Record<string, string>> = {
  at: 'created_at',
  item: 'name',
  type: 'change_type',
  summary: 'summary',
  source: 'source',
  count: 'count',
}

const toSortKey = (sorting: Sorting | null): string => {
  const column = sorting === null ? undefined : sortColumns[sorting.id]
  return column === undefined ? '-created_at' : `${sorting?.desc ? '-' : ''}${column}`
}

const toRecursion = ({ downstream, upstream }: ChangeFilter['reach']): NonNullable<ChangesQuery['recursive']> => {
  if (downstream && upstream) return 'all'
  if (downstream) return 'downstream'
  return upstream ? 'upstream' : 'none'
}

const toChangesRequest = ({ values, severity, reach }: ChangeFilter, itemId: string | undefined): ChangesQuery => ({
  ...(itemId === undefined ? { recursive: 'none' as const } : { id: itemId, recursive: toRecursion(reach), depth: 5 }),
  ...(values.config_type.size > 0 && { config_type: writeColumnFilter(values.config_type) }),
  ...(values.change_type.size > 0 && { type: writeColumnFilter(values.change_type) }),
  ...(values.source.size > 0 && { source: joinEncodedValues(values.source) }),
  ...(values.created_by.size > 0 && { created_by: joinEncodedValues(values.created_by) }),
  ...(values.tags.size > 0 && { tags: toLabelSelector(values.tags) }),
  ...(severity !== '' && { severity }),
})

export const setValues = (key: ValueFilter, filter: FilterValue) => setListParam(key, writeFilter(filter))
export const setReach = (reach: Reach, isOn: boolean) =>
  setListParam(reach, isOn === reachDefaults[reach] ? '' : String(isOn))

export const clearChangeFilters = () => clearQuery([...valueFilters, 'severity'])

const parseSeverity = (text: string | null): ChangeFilter['severity'] =>
  text === 'critical' || text === 'high' || text === 'medium' || text === 'low' || text === 'info' ? text : ''

export const useChangeFilter = (itemId?: string) => {
  const params = useQueryParams()
  const [table] = useTableState()
  const { range, setRange, resolve } = useTimeRange(usualRange)
  const filter = useMemo((): ChangeFilter => {
    const readValues = (key: ValueFilter) => readFilter(params.get(key) ?? '')
    const isOn = (key: Reach) => (params.has(key) ? params.get(key) === 'true' : reachDefaults[key])
    return {
      values: {
        config_type: readValues('config_type'),
        change_type: readValues('change_type'),
        tags: readValues('tags'),
        source: readValues('source'),
        created_by: readValues('created_by'),
      },
      severity: parseSeverity(params.get('severity')),
      reach: { downstream: isOn('downstream'), upstream: isOn('upstream') },
    }
  }, [params])
  const time = useMemo((): Pick<ChangesQuery, 'from' | 'to'> => {
    // The backend resolves relative lengths, so the range moves with its clock.
    if (range.type === 'relative' && backendsLength.test(range.range)) return { from: range.range }
    try {
      const { from, to } = resolve()
      return { from: from.toISOString(), to: to.toISOString() }
    } catch {
      return { from: 'now-2d' }
    }
  }, [range, resolve])
  const request = useMemo(
    (): ChangesQuery => ({ ...toChangesRequest(filter, itemId), ...time }),
    [filter, itemId, time],
  )
  const page = useMemo(
    (): ChangesQuery => ({
      ...request,
      sort_by: toSortKey(table.sorting),
      page_size: table.pageSize,
      ...(table.pageIndex > 0 && { page: table.pageIndex + 1 }),
    }),
    [request, table],
  )
  const isFiltered = filter.severity !== '' || Object.values(filter.values).some((values) => values.size > 0)
  return { filter, isFiltered, request, page, range, setRange, resolve }
}
