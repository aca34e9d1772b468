import { resolveZone } from './format-time.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'

const dayMs = 86_400_000

/** A moment of the last day as `07:54:06`, an earlier one with its day: `20 Nov 07:54:06`; in an IANA zone. */
export const formatClock = (atMs: number, timeZone: string, nowMs: number): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...(nowMs - atMs > dayMs && { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
    .format(atMs)
    .replace(',', '')

/** A mark on a time axis over `rangeMs`: the time of day within a day, the day beyond. */
export const formatTick = (atMs: number, timeZone: string, rangeMs: number): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...(rangeMs > dayMs && { day: 'numeric', month: 'short' }),
    ...(rangeMs <= 3 * dayMs && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    ...(rangeMs > 180 * dayMs && { day: undefined, year: 'numeric' }),
  })
    .format(atMs)
    .replace(',', '')

/** `formatClock` and `formatTick` in the person's own time zone. */
export const useClockFormats = () => {
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  return {
    clock: (atMs: number) => formatClock(atMs, timeZone, Date.now()),
    tick: (atMs: number, rangeMs: number) => formatTick(atMs, timeZone, rangeMs),
  }
}
