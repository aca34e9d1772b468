import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'
import { z } from 'zod'
import { relativeMs } from './relative-ranges.ts'
import { isShownTwice, wallClockMs, zonedMs } from './zoned-time.ts'

dayjs.extend(customParseFormat)
dayjs.extend(utc)

export interface TypingSettings {
  readonly timeZone: string
  readonly lean: 'past' | 'future'
}

export interface TypingContext extends TypingSettings {
  readonly now: Date
}

/** A day without a time is its start for `from`, its end for `to`. */
export type RangeEdge = 'from' | 'to'

type TypedMoment =
  | { readonly kind: 'moment'; readonly at: Date }
  | { readonly kind: 'unclear'; readonly message: string; readonly example: string }

const unclear = (message: string, example: string): TypedMoment => ({ kind: 'unclear', message, example })

const isUnclear = (read: Dayjs | TypedMoment): read is TypedMoment => 'kind' in read

const notUnderstood = (text: string): TypedMoment => unclear(`Invalid time “${text}”.`, 'yesterday 14:00')

const spokenUnits = new Map([
  ['sec', 's'],
  ['second', 's'],
  ['min', 'm'],
  ['minute', 'm'],
  ['hour', 'h'],
  ['day', 'd'],
  ['week', 'w'],
  ['month', 'mo'],
  ['year', 'y'],
])

export const typedDateMath = (text: string): string | null => {
  const [, count, unit = ''] = /^(\d+) ?([a-z]+?)s? ago$/i.exec(text.trim()) ?? []
  if (count !== undefined) return `now-${count}${spokenUnits.get(unit.toLowerCase()) ?? unit}`
  const math = text.replaceAll(/\s/g, '').replace(/^now/i, 'now')
  return /^now([-+]|$)/.test(math) ? math : null
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

const findWeekday = (text: string): number =>
  text.length < 3 ? -1 : weekdays.findIndex((weekday) => weekday.startsWith(text))

const dateFormats = ['YYYY-M-D', 'D.M.YYYY', 'D MMM YYYY', 'D MMMM YYYY', 'MMM D YYYY', 'MMMM D YYYY']
const dayFormat = 'YYYY-MM-DD'

const parseDate = (text: string): Dayjs | null =>
  dateFormats.map((format) => dayjs.utc(text, format, true)).find((date) => date.isValid()) ?? null

/** The next 29 February can be eight years away. */
const yearsAway = [0, 1, 2, 3, 4, 5, 6, 7, 8]

const dateNear = (text: string, today: Dayjs, lean: TypingContext['lean']): Dayjs | null => {
  for (const years of yearsAway) {
    const year = lean === 'past' ? today.year() - years : today.year() + years
    const date = parseDate(`${text} ${year}`) ?? parseDate(`${text}${year}`) ?? parseDate(`${year}-${text}`)
    if (date !== null && (lean === 'past' ? !date.isAfter(today) : !date.isBefore(today))) return date
  }
  return null
}

const daysAway = new Map([
  ['', 0],
  ['today', 0],
  ['yesterday', -1],
  ['tomorrow', 1],
])

const parseDay = (text: string, today: Dayjs, lean: TypingContext['lean']): Dayjs | TypedMoment => {
  const away = daysAway.get(text)
  if (away !== undefined) return today.add(away, 'day')
  const weekday = findWeekday(text)
  if (weekday >= 0) {
    const days = lean === 'past' ? -((today.day() - weekday + 7) % 7) : (weekday - today.day() + 7) % 7
    return today.add(days, 'day')
  }
  const [, first = '', rest = ''] = /^([a-z]+) (.+)$/.exec(text) ?? []
  const named = findWeekday(first)
  const asWritten = (named < 0 ? text : rest)
    .replaceAll(/\b0+(?=\d)/g, '')
    .replaceAll(/[a-z]+/g, (name) => name.charAt(0).toUpperCase() + name.slice(1))
  const date = parseDate(asWritten) ?? dateNear(asWritten, today, lean)
  if (date === null) return notUnderstood(text)
  if (named >= 0 && named !== date.day())
    return unclear(`${date.format('D MMM YYYY')} is a ${date.format('dddd')}.`, date.format('ddd D MMM YYYY'))
  return date
}

const clockAtEnd = /(?:^|[ t])(?:at )?((\d{1,2})(?=:| ?[ap]m)(?::(\d{2}))?(?::(\d{2}))?(?: ?([ap]m))?)$/

const atClock = (day: Dayjs, match: RegExpExecArray): Dayjs | TypedMoment => {
  const [, clock = '', hour = '', minute = '00', second = '00', half] = match
  const written = [day.format(dayFormat), `${hour.padStart(2, '0')}:${minute}:${second}`, ...(half ? [half] : [])]
  const at = dayjs.utc(written.join(' '), half ? `${dayFormat} hh:mm:ss a` : `${dayFormat} HH:mm:ss`, true)
  return at.isValid() ? at : unclear(`“${clock}” is not a time of day.`, '14:00')
}

const wallTime = (text: string, edge: RangeEdge, { now, timeZone, lean }: TypingContext): Dayjs | TypedMoment => {
  const today = dayjs.utc(wallClockMs(now.getTime(), timeZone)).startOf('day')
  const clock = clockAtEnd.exec(text)
  const day = parseDay(text.slice(0, clock?.index).trim(), today, lean)
  if (isUnclear(day)) return day
  if (clock !== null) return atClock(day, clock)
  return edge === 'to' ? day.add(1, 'day') : day
}

const isoTime = z.iso.datetime({ offset: true })
const firstMs = Date.UTC(1970, 0)
const endMs = Date.UTC(10_000, 0)

const momentAt = (atMs: number): TypedMoment =>
  atMs >= firstMs && atMs < endMs
    ? { kind: 'moment', at: new Date(Math.floor(atMs / 1_000) * 1_000) }
    : unclear('The time must be in the years 1970 to 9999.', 'now-2y')

export const readMoment = (typed: string, edge: RangeEdge, context: TypingContext): TypedMoment => {
  const math = typedDateMath(typed)
  if (math !== null) {
    const ms = relativeMs(math)
    return ms === null
      ? unclear(`“${typed.trim()}” is not a duration.`, 'now-2h, in s, m, h, d, w, M or y')
      : momentAt(context.now.getTime() + ms)
  }
  const iso = isoTime.safeParse(typed.trim().toUpperCase().replace(/\s+/, 'T'))
  if (iso.success) return momentAt(Date.parse(iso.data))
  const text = typed
    .toLowerCase()
    .replaceAll(/[\s,]+/g, ' ')
    .trim()
  if (text === '') return unclear('Enter a time.', 'yesterday 14:00')
  const wall = wallTime(text, edge, context)
  return isUnclear(wall) ? wall : momentAt(zonedMs(wall.valueOf(), context.timeZone))
}

export const describeMoment = (at: Date, timeZone: string): string => {
  const wallMs = wallClockMs(at.getTime(), timeZone)
  const wall = dayjs.utc(wallMs)
  const shown = wall.format(wall.second() === 0 ? 'ddd D MMM YYYY, HH:mm' : 'ddd D MMM YYYY, HH:mm:ss')
  if (!isShownTwice(wallMs, timeZone)) return shown
  const offset = wall.diff(at, 'minute')
  return `${shown} (UTC${dayjs.utc(at).utcOffset(offset).format('Z')})`
}

/** `readMoment` must parse it to the same second. */
export const typedMoment = (at: Date, timeZone: string): string => {
  const wall = dayjs.utc(wallClockMs(at.getTime(), timeZone))
  if (isShownTwice(wall.valueOf(), timeZone)) return dayjs.utc(at).format()
  return wall.format(wall.second() === 0 ? `${dayFormat} HH:mm` : `${dayFormat} HH:mm:ss`)
}
