import { useCallback, useMemo } from 'react'
import {
  clearTimeRange,
  defaultTimeRange,
  readTimeRange,
  writeTimeRange,
  type TimeRange,
} from '#shared/time-range/time-range.ts'
import { changeQuery, useQueryParams } from './query-state.ts'

interface TimeRangeState {
  readonly range: TimeRange
  /** Whether the address names it; otherwise it is the screen's own. */
  readonly chosen: boolean
  readonly setRange: (range: TimeRange) => void
  readonly clearRange: () => void
}

/** The time range of the address, or the screen's own while there is none (ledger UI-20 to UI-25). */
export const useTimeRange = (fallback: TimeRange = defaultTimeRange): TimeRangeState => {
  const params = useQueryParams()
  const read = useMemo(() => readTimeRange(params), [params])
  const setRange = useCallback((range: TimeRange) => changeQuery((query) => writeTimeRange(query, range)), [])
  const clearRange = useCallback(() => changeQuery(clearTimeRange), [])
  return { range: read ?? fallback, chosen: read !== null, setRange, clearRange }
}
