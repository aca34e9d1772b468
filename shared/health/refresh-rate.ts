import { parseDuration } from '#shared/primitives/duration.ts'

export const parseRefreshRate = (text: string): number | null => {
  const trimmed = text.trim()
  if (!/^(\d+(\.\d+)?[smhdw])+$/.test(trimmed)) return null
  return parseDuration(trimmed) || null
}
