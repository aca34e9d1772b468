import { isMappedName, mappedSpan, type Span } from './mapped-ranges.ts'
import { defaultRelativeRange, relativeMs } from './relative-ranges.ts'
import type { TimeRange } from './time-range.ts'

interface ResolveOptions {
  readonly now: Date
  readonly timeZone: string
  readonly warn: (message: string) => void
}

/**
 * An invalid relative range warns and becomes the default; an unknown quick range warns and throws (ledger UI-28
 * to UI-30).
 */
export const resolveTimeRange = (range: TimeRange, { now, timeZone, warn }: ResolveOptions): Span => {
  if (range.type === 'absolute') return { from: new Date(range.from), to: new Date(range.to) }
  if (range.type === 'mapped') {
    if (isMappedName(range.display)) return mappedSpan(range.display, now, timeZone)
    warn('Invalid mapped time range')
    throw new Error(`Invalid mapped time range: ${range.display}`)
  }
  const ms = relativeMs(range.range)
  if (ms === null) warn('Invalid relative time range')
  const other = new Date(now.getTime() + (ms ?? relativeMs(defaultRelativeRange) ?? 0))
  return other < now ? { from: other, to: now } : { from: now, to: other }
}
