import { useMemo } from 'react'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'

/** `08:02:03.121`, in the person's own time zone. */
export const useLineTimes = (): ((atMs: number) => string) => {
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  return useMemo(() => {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
    })
    return (atMs: number) => (atMs === 0 ? '' : format.format(atMs))
  }, [timeZone])
}
