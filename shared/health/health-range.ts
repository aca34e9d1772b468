import { parseDuration } from '#shared/primitives/duration.ts'
import { relativeMs } from '#shared/time-range/relative-ranges.ts'
import {
  clearTimeRange,
  readTimeRange,
  writeTimeRange,
  type AddressParams,
  type TimeRange,
} from '#shared/time-range/time-range.ts'

/** Ledger HEALTH-42. Not the ranges of the general picker. */
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
type HealthRange = (typeof healthRanges)[number]

export const defaultHealthRange: HealthRange = '1h'

const listed = (text: string | null): HealthRange | undefined => healthRanges.find((range) => range === text)

export const isHealthRange = (text: string): text is HealthRange => listed(text) !== undefined

export type CheckRange = Exclude<TimeRange, { readonly type: 'mapped' }>

export const lengthRange = (range: HealthRange): CheckRange => ({
  type: 'relative',
  display: range,
  range: `now-${range}`,
})

export const readCheckRange = (params: AddressParams): CheckRange | null => {
  const range = readTimeRange(params)
  if (range === null) return null
  if (range.type === 'absolute') return range
  if (range.type === 'relative' && (relativeMs(range.range) ?? 0) < 0) return range
  return lengthRange(listed(params.get('timeRange')) ?? defaultHealthRange)
}

export const writeCheckRange = (params: AddressParams, range: TimeRange) => {
  const length = range.type === 'relative' ? listed(range.display) : undefined
  if (length === undefined) return writeTimeRange(params, range)
  clearTimeRange(params)
  params.set('timeRange', length)
}

export const checkSpan = (range: CheckRange, nowMs: number): { readonly fromMs: number; readonly toMs: number } =>
  range.type === 'absolute'
    ? { fromMs: Date.parse(range.from), toMs: Date.parse(range.to) }
    : { fromMs: nowMs + (relativeMs(range.range) ?? 0), toMs: nowMs }

export const healthRangeMs = (range: HealthRange): number => parseDuration(range) ?? 0

const automatic = healthRanges.slice(healthRanges.indexOf('1h'))

export const automaticRange = (lastRunAgeMs: number): HealthRange =>
  automatic.find((range) => lastRunAgeMs <= healthRangeMs(range)) ?? '5y'
