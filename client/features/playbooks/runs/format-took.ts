import { formatSpan } from '#client/lib/time/format-span.ts'

export const formatTook = (ms: number): string => {
  if (ms < 100) return `${Math.max(0, Math.round(ms))} ms`
  const seconds = ms / 1_000
  if (seconds < 60) return `${(Math.floor(seconds * 10) / 10).toFixed(1)} s`
  if (seconds >= 3_600) return formatSpan(ms)
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
}
