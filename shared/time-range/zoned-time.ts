/** A day of the calendar; months count from 1. */
export interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    })
  formats.set(timeZone, format)
  return format
}

const partsAt = (atMs: number, timeZone: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  )

const wallClockMs = (atMs: number, timeZone: string): number => {
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = partsAt(atMs, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The moment at which clocks of an IANA zone show a wall time, given as if it were UTC; in a gap, the moment after it. */
const zonedMs = (wallMs: number, timeZone: string): number => {
  const guess = wallMs - (wallClockMs(wallMs, timeZone) - wallMs)
  const again = wallMs - (wallClockMs(guess, timeZone) - guess)
  return wallClockMs(again, timeZone) === wallMs ? again : Math.max(guess, again)
}

/** The calendar day that a moment falls on in a zone. */
export const dayAt = (atMs: number, timeZone: string): CalendarDay => {
  const { year = 0, month = 1, day = 1 } = partsAt(atMs, timeZone)
  return { year, month, day }
}

/** The first moment of a day in a zone. Days and months outside their range run over, as in `Date.UTC`. */
export const startOfDay = ({ year, month, day }: CalendarDay, timeZone: string): number =>
  zonedMs(Date.UTC(year, month - 1, day), timeZone)

const inputPattern = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})$/

/** Reads `2026-11-21T06:30` as clocks of a zone show it; null when it is no such time. */
export const readZonedInput = (text: string, timeZone: string): Date | null => {
  const match = inputPattern.exec(text)
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  const wallMs = Date.UTC(year, month - 1, day, hour, minute)
  const read = new Date(wallMs)
  const isReal = read.getUTCMonth() === month - 1 && read.getUTCDate() === day && hour < 24 && minute < 60
  return isReal ? new Date(zonedMs(wallMs, timeZone)) : null
}

/** Writes a moment as `2026-11-21T06:30`, as clocks of a zone show it. */
export const writeZonedInput = (at: Date, timeZone: string): string =>
  new Date(wallClockMs(at.getTime(), timeZone)).toISOString().slice(0, 16)
