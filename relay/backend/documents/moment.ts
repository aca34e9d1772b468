import { z } from 'zod'
import { parseDate } from '#shared/primitives/calendar-day.ts'

const format = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:Z|[+-]\d\d:?\d\d)?)?$/i
const zone = /(?:Z|[+-]\d\d:?\d\d)$/i

/** A time without a zone is in UTC, a date alone its beginning. */
const toMs = (text: string): number => {
  if (!format.test(text)) return Number.NaN
  const [date, time] = [text.slice(0, 10), text.slice(11) || '00:00']
  return parseDate(`${date}T${time.replaceAll(' ', '')}${zone.test(time) ? '' : 'Z'}`)
}

export const isMoment = (text: string): boolean => !Number.isNaN(toMs(text))

export const momentSchema = z.string().refine(isMoment, {
  error: 'must be a time such as 2026-11-30T09:00:00Z or a date such as 2026-11-30',
})

/** Text of a document, or a timestamp as the database writes it. */
export const normalizeTime = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  const ms = toMs(value)
  const at = Number.isNaN(ms) ? parseDate(value) : ms
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}
