import { parseDuration } from '#shared/primitives/duration.ts'
import { relativeMs } from '#shared/time-range/relative-ranges.ts'
import {
  clearTimeRange,
  readTimeRange,
  writeTimeRange,
  type AddressParams,
  type TimeRange,
} from '#shared/time-range/time-range.ts'

/** The ranges of the health page and of check graphs, not those of the general picker (ledger HEALTH-42). */
export const healthRanges = [
  '15m',
  '1h',
  '2h',
  '3h',
  '6h',
  '12h',
  '1d',
  '2d',
  '3d',
  '1w',
  '2w',
  '3w',
  '1mo',
  '2mo',
  '3mo',
  '6mo',
  '1y',
  '2y',
  '3y',
  '5y',
] as const
export type HealthRange = (typeof healthRanges)[number]

export const defaultHealthRange: HealthRange = '1h'

const listed = (text: string | null): HealthRange | undefined => healthRanges.find((range) => range === text)

export const isHealthRange = (text: string): text is HealthRange => listed(text) !== undefined

/** What the results of a check are looked at over: a length until now, of the list or typed, or two moments. */
export type CheckRange = Exclude<TimeRange, { readonly type: 'mapped' }>

export const lengthRange = (range: HealthRange): CheckRange => ({
  type: 'relative',
  display: range,
  range: `now-${range}`,
})

/**
 * The range of an address; null when it names none. `timeRange` names one of the list, and anything else there is the default
 * (ledger HEALTH-02); what was typed stands as in every address (ledger UI-21, UI-22).
 */
export const readCheckRange = (params: AddressParams): CheckRange | null => {
  const range = readTimeRange(params)
  if (range === null) return null
  if (range.type === 'absolute') return range
  if (range.type === 'relative' && (relativeMs(range.range) ?? 0) < 0) return range
  return lengthRange(listed(params.get('timeRange')) ?? defaultHealthRange)
}

/** Writes a range in place of the one before. */
export const writeCheckRange = (params: AddressParams, range: TimeRange) => {
  const length = range.type === 'relative' ? listed(range.display) : undefined
  if (length === undefined) return writeTimeRange(params, range)
  clearTimeRange(params)
  params.set('timeRange', length)
}

/** The moments that a range means at `nowMs`. */
export const checkSpan = (range: CheckRange, nowMs: number): { readonly fromMs: number; readonly toMs: number } =>
  range.type === 'absolute'
    ? { fromMs: Date.parse(range.from), toMs: Date.parse(range.to) }
    : { fromMs: nowMs + (relativeMs(range.range) ?? 0), toMs: nowMs }

/** Milliseconds; a month counts 30 days and a year 365. */
export const healthRangeMs = (range: HealthRange): number => parseDuration(range) ?? 0

const automatic = healthRanges.slice(healthRanges.indexOf('1h'))

/** The smallest range from 1h to 5y that reaches back to the last run (ledger HEALTH-43). */
export const automaticRange = (lastRunAgeMs: number): HealthRange =>
  automatic.find((range) => lastRunAgeMs <= healthRangeMs(range)) ?? '5y'
