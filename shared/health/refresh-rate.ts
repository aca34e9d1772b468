import { parseDuration } from '#shared/primitives/duration.ts'

/** Milliseconds of a refresh rate such as `30s`, `5m`, `1h30m`, in the units s, m, h, d and w; null for none (HEALTH-40). */
export const parseRefreshRate = (text: string): number | null => {
  const trimmed = text.trim()
  if (!/^(\d+(\.\d+)?[smhdw])+$/.test(trimmed)) return null
  return parseDuration(trimmed) || null
}
