import { parseDuration } from '#shared/primitives/duration.ts'

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

/** The range that a URL names; anything that is none of the list is the default (ledger HEALTH-02). */
export const healthRangeOf = (text: string | null): HealthRange =>
  healthRanges.find((range) => range === text) ?? defaultHealthRange

/** Milliseconds; a month counts 30 days and a year 365. */
export const healthRangeMs = (range: HealthRange): number => parseDuration(range) ?? 0

const automatic = healthRanges.slice(healthRanges.indexOf('1h'))

/** The smallest range from 1h to 5y that reaches back to the last run (ledger HEALTH-43). */
export const automaticRange = (lastRunAgeMs: number): HealthRange =>
  automatic.find((range) => lastRunAgeMs <= healthRangeMs(range)) ?? '5y'
