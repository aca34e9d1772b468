import { parseDate } from '#shared/primitives/calendar-day.ts'

const secondsEnd = 1e11

/**
 * A number is a Unix time in seconds, or in milliseconds where seconds would be thousands of years away. A text without
 * a time zone is in UTC, whatever the zone of this machine is. Invalid dates are returned as such.
 */
export const readTime = (value: string | number): Date => {
  const text = String(value).trim()
  if (/^-?\d{5,}(?:\.\d+)?$/.test(text) || typeof value === 'number') {
    const number = Number(text)
    return new Date(Math.abs(number) < secondsEnd ? number * 1_000 : number)
  }
  return new Date(parseDate(/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?$/.test(text) ? `${text}Z` : text))
}
