import { useLayoutEffect } from 'react'
import { lightAt, type WallSettings } from '#shared/wall/wall-settings.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { forceTheme } from '#client/lib/browser/apply-theme.ts'
import { inZone } from '#client/lib/time/in-zone.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'

export const useLightNow = (light: WallSettings['light']): 'dark' | 'light' => {
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  return lightAt(light, inZone(useServerNow(10_000), timeZone).hour())
}

export const useWallLight = (theme: 'dark' | 'light') => {
  useLayoutEffect(() => forceTheme(theme), [theme])
  useLayoutEffect(() => () => forceTheme(null), [])
}
