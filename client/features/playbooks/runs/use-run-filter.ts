import { useMemo } from 'react'
import type { RunFilter, RunOrder } from '#shared/playbooks/listed-run.ts'
import { relativeMs } from '#shared/time-range/relative-ranges.ts'
import { relativeRange, type TimeRange } from '#shared/time-range/time-range.ts'
import { weekMs } from '#shared/primitives/time-units.ts'
import { isId } from '#shared/primitives/id.ts'
import { clearQuery, useQueryParams } from '#client/lib/address/query-state.ts'
import { useTableState, type Sorting } from '#client/lib/address/table-state.ts'
import { useTimeRange } from '#client/lib/time/use-time-range.ts'

const usualRange: TimeRange = relativeRange('now-7d')
const usualMs = weekMs
export const mostRows = 200
/** The backend cannot sort by every column: up to this many runs are loaded and sorted here. */
export const mostSorted = 1_000

const statuses = /^[a-z_]+(?:,[a-z_]+){0,20}$/

export const readRunFilter = (params: URLSearchParams): Omit<RunFilter, 'offset' | 'limit'> => {
  const id = (name: string) => {
    const value = params.get(name) ?? ''
    return isId(value) ? value : undefined
  }
  const status = params.get('status') ?? ''
  const named = {
    playbook: id('playbook'),
    person: id('created_by'),
    config: id('config_id'),
    component: id('component_id'),
    check: id('check_id'),
    status: statuses.test(status) ? status : undefined,
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
}

export const clearRunFilters = () =>
  clearQuery(['playbook', 'created_by', 'config_id', 'component_id', 'check_id', 'status'])

const sortColumns: Readonly<Record<string, RunOrder>> = {
  status: 'status',
  date: 'start_time',
  created_at: 'created_at',
}

const toOrder = (sorting: Sorting | null): Pick<RunFilter, 'sortBy' | 'descending'> => {
  const sortBy = sorting === null ? undefined : sortColumns[sorting.id]
  return sortBy === undefined || sorting === null ? {} : { sortBy, descending: sorting.desc }
}

export const useRunFilter = () => {
  const params = useQueryParams()
  const { range, setRange, resolve } = useTimeRange(usualRange)
  const [table] = useTableState()
  const limit = Math.min(table.pageSize, mostRows)
  const named = useMemo(() => readRunFilter(params), [params])
  const span = useMemo(() => {
    const ms = range.type === 'relative' ? relativeMs(range.range) : null
    if (ms !== null && ms < 0) return { lastMs: -ms }
    try {
      const { from, to } = resolve()
      return { from: from.toISOString(), to: to.toISOString() }
    } catch {
      return { lastMs: usualMs }
    }
  }, [range, resolve])
  const filter = useMemo(
    (): RunFilter => ({ ...named, ...span, ...toOrder(table.sorting), offset: table.pageIndex * limit, limit }),
    [named, span, table.sorting, table.pageIndex, limit],
  )
  return {
    filter,
    isFiltered: Object.keys(named).length > 0,
    range,
    setRange,
  }
}
