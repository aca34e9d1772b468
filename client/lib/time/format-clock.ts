import { inZone } from './in-zone.ts'
import { resolveZone } from './format-time.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'

const dayMs = 86_400_000

export const formatClock = (atMs: number, timeZone: string, nowMs: number): string =>
  inZone(atMs, timeZone).format(nowMs - atMs > dayMs ? 'D MMM HH:mm:ss' : 'HH:mm:ss')

export const formatTick = (atMs: number, timeZone: string, rangeMs: number): string => {
  const format =
    rangeMs > 180 * dayMs ? 'MMM YYYY' : rangeMs > 3 * dayMs ? 'D MMM' : rangeMs > dayMs ? 'D MMM HH:mm' : 'HH:mm'
  return inZone(atMs, timeZone).format(format)
}

export const useClockFormats = () => {
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  return {
    clock: (atMs: number) => formatClock(atMs, timeZone, Date.now()),
    tick: (atMs: number, rangeMs: number) => formatTick(atMs, timeZone, rangeMs),
  }
}
