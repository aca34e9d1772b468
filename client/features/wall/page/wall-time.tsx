import { formatTick } from '#client/lib/time/format-clock.ts'
import { formatSpan } from '#client/lib/time/format-span.ts'
import { serverNow, useServerNow } from '#client/lib/time/clock.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'

export function WallAge({ ms }: { readonly ms: number }) {
  return formatSpan(Math.max(0, useServerNow(1_000) - ms))
}

export function WallTime({ ms }: { readonly ms: number }) {
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  return formatTick(ms, timeZone, serverNow() - ms)
}
