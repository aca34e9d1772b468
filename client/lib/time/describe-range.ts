import type { TimeRange } from '#shared/time-range/time-range.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { formatTime, resolveZone } from './format-time.ts'
import type { RecentRange } from './recent-ranges.ts'

const describeSpan = ({ from, to }: RecentRange, timeZone: string): string => {
  const [start, end] = [from, to].map((at) => formatTime(new Date(at), 'medium', timeZone, new Date()))
  const day = start?.slice(0, -6)
  return `${start} to ${end?.startsWith(day ?? '') ? end.slice(-5) : end}`
}

/** The two moments as a range, called by what clocks of a zone show: `20 Nov 2026 22:00 to 23:30`. */
export const absoluteRange = (span: RecentRange, timeZone: string): TimeRange => ({
  type: 'absolute',
  display: describeSpan(span, timeZone),
  ...span,
})

/** A span by the clocks of a zone, with the years that are not this one: `20 Nov 22:00 to 23:30`. */
export const nameSpan = (span: RecentRange, timeZone: string, now = new Date()): string => {
  const [, , year] = formatTime(now, 'medium', timeZone, now).split(' ')
  return describeSpan(span, timeZone).replaceAll(` ${year} `, ' ')
}

/** What a range is called: two moments by the person's own clocks, whoever wrote the address. */
export const useRangeName = (range: TimeRange): string => {
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  return range.type === 'absolute' ? nameSpan(range, timeZone) : range.display
}

/** A range within a sentence: `in the last 1h`, `from 20 Nov 22:00 to 23:30`. */
export const useWithinRange = (range: TimeRange): string => {
  const name = useRangeName(range)
  if (range.type === 'relative') return `in the last ${name}`
  return range.type === 'absolute' ? `from ${name}` : `within ${name}`
}
