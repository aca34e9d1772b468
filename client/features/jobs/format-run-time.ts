import { formatSpan } from '#client/lib/time/format-span.ts'

export const formatRunTime = (ms: number): string => {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 9_995) return `${(ms / 1_000).toFixed(2)} s`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return formatSpan(ms)
}
