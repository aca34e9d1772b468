import { dayMs } from '#shared/primitives/time-units.ts'

/** Months are 1-based. */
export interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

const formatsMost = 1_000
const formats = new Map<string, Intl.DateTimeFormat>()

const getFormat = (timeZone: string): Intl.DateTimeFormat => {
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
  if (formats.size >= formatsMost) formats.clear()
  formats.set(timeZone, format)
  return format
}

const partsAt = (atMs: number, timeZone: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    getFormat(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  )

export const wallClockMs = (atMs: number, timeZone: string): number => {
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = partsAt(atMs, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const listCandidates = (wallMs: number, timeZone: string): readonly number[] =>
  [wallMs - dayMs, wallMs + dayMs].map((atMs) => wallMs - (wallClockMs(atMs, timeZone) - atMs))

export const isShownTwice = (wallMs: number, timeZone: string): boolean =>
  new Set(listCandidates(wallMs, timeZone).filter((atMs) => wallClockMs(atMs, timeZone) === wallMs)).size > 1

/**
 * Inverse of `wallClockMs`: the first moment for a repeated time; a skipped time moves later by the length of the gap.
 */
export const zonedMs = (wallMs: number, timeZone: string): number => {
  const sides = listCandidates(wallMs, timeZone)
  const shown = sides.filter((atMs) => wallClockMs(atMs, timeZone) === wallMs)
  return shown.length > 0 ? Math.min(...shown) : Math.max(...sides)
}

export const dayAt = (atMs: number, timeZone: string): CalendarDay => {
  const { year = 0, month = 1, day = 1 } = partsAt(atMs, timeZone)
  return { year, month, day }
}

export const startOfDay = ({ year, month, day }: CalendarDay, timeZone: string): number =>
  zonedMs(Date.UTC(year, month - 1, day), timeZone)

export const isTimeZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
