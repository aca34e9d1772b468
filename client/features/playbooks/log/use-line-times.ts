import { useCallback } from 'react'
import { inZone } from '#client/lib/time/in-zone.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'

export const useLineTimes = (): ((atMs: number) => string) => {
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  return useCallback((atMs: number) => (atMs === 0 ? '' : inZone(atMs, timeZone).format('HH:mm:ss.SSS')), [timeZone])
}
