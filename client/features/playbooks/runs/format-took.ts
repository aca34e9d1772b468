import { formatSpan } from '#client/lib/time/format-span.ts'

/** How long something took: tenths of a second below a minute, `1 min 20 s` below an hour, then hours and minutes. */
export const formatTook = (ms: number): string => {
  const seconds = Math.max(0, ms) / 1_000
  if (seconds < 60) return `${(Math.floor(seconds * 10) / 10).toFixed(1)} s`
  if (seconds >= 3_600) return formatSpan(ms)
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
}
