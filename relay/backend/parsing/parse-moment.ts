import { parseDate } from '#shared/primitives/calendar-day.ts'
import { parseDuration } from '#shared/primitives/duration.ts'

export const parseMoment = (text: string, nowMs: number): number | undefined => {
  const ago = parseDuration(text)
  const moment = ago === null ? parseDate(text) : nowMs - ago
  return Number.isFinite(moment) && (ago !== null || /^\d{4}-\d{2}-\d{2}/.test(text)) ? moment : undefined
}
