import type { Dayjs } from 'dayjs'
import { dayMs } from '#shared/primitives/time-units.ts'
import { inZone } from './in-zone.ts'
import { resolveZone } from './format-time.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'

const formatShown = (shown: Dayjs, format: string): string => (shown.isValid() ? shown.format(format) : '–')

export const formatClock = (atMs: number, timeZone: string, nowMs: number): string =>
  formatShown(inZone(atMs, timeZone), nowMs - atMs > dayMs ? 'D MMM HH:mm:ss' : 'HH:mm:ss')

export const formatTick = (atMs: number, timeZone: string, rangeMs: number): string => {
  const format =
    rangeMs > 180 * dayMs ? 'MMM YYYY' : rangeMs > 3 * dayMs ? 'D MMM' : rangeMs > dayMs ? 'D MMM HH:mm' : 'HH:mm'
  return formatShown(inZone(atMs, timeZone), format)
}

export const useClockFormats = () => {
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  return {
    clock: (atMs: number) => formatClock(atMs, timeZone, Date.now()),
    tick: (atMs: number, rangeMs: number) => formatTick(atMs, timeZone, rangeMs),
  }
}
