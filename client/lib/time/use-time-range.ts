import { useCallback, useMemo } from 'react'
import type { Span } from '#shared/time-range/mapped-ranges.ts'
import { resolveTimeRange } from '#shared/time-range/resolve-time-range.ts'
import {
  clearTimeRange,
  defaultTimeRange,
  readTimeRange,
  writeTimeRange,
  type TimeRange,
} from '#shared/time-range/time-range.ts'
import { resolveZone } from './format-time.ts'
import { warn } from '#client/lib/browser/log.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { changeQuery, useQueryParams } from '#client/lib/address/query-state.ts'

interface TimeRangeState {
  readonly range: TimeRange
  readonly chosen: boolean
  readonly setRange: (range: TimeRange) => void
  readonly clearRange: () => void
  readonly resolve: () => Span
}

const changeFromFirstPage = (change: (query: URLSearchParams) => void) =>
  changeQuery((query) => {
    change(query)
    query.delete('pageIndex')
  })

export const useTimeRange = (fallback: TimeRange = defaultTimeRange): TimeRangeState => {
  const params = useQueryParams()
  const read = useMemo(() => readTimeRange(params), [params])
  const setRange = useCallback((range: TimeRange) => changeFromFirstPage((query) => writeTimeRange(query, range)), [])
  const clearRange = useCallback(() => changeFromFirstPage(clearTimeRange), [])
  const range = read ?? fallback
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  const resolve = useCallback(() => resolveTimeRange(range, { now: new Date(), timeZone, warn }), [range, timeZone])
  return { range, chosen: read !== null, setRange, clearRange, resolve }
}
