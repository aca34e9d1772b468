import type { TimeRange } from '#shared/time-range/time-range.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { formatTime, resolveZone } from './format-time.ts'
import type { RecentRange } from './recent-ranges.ts'

const describeSpan = ({ from, to }: RecentRange, timeZone: string): string => {
  const [start, end] = [from, to].map((at) => formatTime(new Date(at), 'medium', timeZone, new Date()))
  const day = start?.slice(0, -6)
  return `${start} to ${end?.startsWith(day ?? '') ? end.slice(-5) : end}`
}

export const absoluteRange = (span: RecentRange, timeZone: string): TimeRange => ({
  type: 'absolute',
  display: describeSpan(span, timeZone),
  ...span,
})

export const nameSpan = (span: RecentRange, timeZone: string, now = new Date()): string => {
  const [, , year] = formatTime(now, 'medium', timeZone, now).split(' ')
  return describeSpan(span, timeZone).replaceAll(` ${year} `, ' ')
}

export const useRangeName = (range: TimeRange): string => {
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  return range.type === 'absolute' ? nameSpan(range, timeZone) : range.display
}

export const useWithinRange = (range: TimeRange): string => {
  const name = useRangeName(range)
  if (range.type === 'relative') return `in the last ${name}`
  return range.type === 'absolute' ? `from ${name}` : `within ${name}`
}
