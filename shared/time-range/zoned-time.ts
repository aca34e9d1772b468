/** A day of the calendar; months count from 1. */
export interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** A zone may be written in any case, so that there are more names than zones. */
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

/** What clocks of an IANA zone show at a moment, as if it were UTC; to the second. */
export const wallClockMs = (atMs: number, timeZone: string): number => {
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = partsAt(atMs, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const dayMs = 86_400_000

/** Both sides of a change of clocks around a wall time: what it would be by the clocks before, and by those after. */
const listCandidates = (wallMs: number, timeZone: string): readonly number[] =>
  [wallMs - dayMs, wallMs + dayMs].map((atMs) => wallMs - (wallClockMs(atMs, timeZone) - atMs))

/** Whether clocks of a zone show a wall time twice, because they are set back. */
export const isShownTwice = (wallMs: number, timeZone: string): boolean =>
  new Set(listCandidates(wallMs, timeZone).filter((atMs) => wallClockMs(atMs, timeZone) === wallMs)).size > 1

/**
 * The moment at which clocks of an IANA zone show a wall time, given as if it were UTC: the first one where they show it twice,
 * and in a gap what they show is as much later as the gap is long.
 */
export const zonedMs = (wallMs: number, timeZone: string): number => {
  const sides = listCandidates(wallMs, timeZone)
  const shown = sides.filter((atMs) => wallClockMs(atMs, timeZone) === wallMs)
  return shown.length > 0 ? Math.min(...shown) : Math.max(...sides)
}

/** The calendar day that a moment falls on in a zone. */
export const dayAt = (atMs: number, timeZone: string): CalendarDay => {
  const { year = 0, month = 1, day = 1 } = partsAt(atMs, timeZone)
  return { year, month, day }
}

/** The first moment of a day in a zone. Days and months outside their range run over, as in `Date.UTC`. */
export const startOfDay = ({ year, month, day }: CalendarDay, timeZone: string): number =>
  zonedMs(Date.UTC(year, month - 1, day), timeZone)
