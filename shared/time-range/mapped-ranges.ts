import { dayAt, startOfDay, type CalendarDay } from './zoned-time.ts'

export interface Span {
  readonly from: Date
  readonly to: Date
}

type Bounds = (today: CalendarDay, weekday: number) => readonly [from: CalendarDay, end: CalendarDay]

const plus = (day: CalendarDay, days: number): CalendarDay => ({ ...day, day: day.day + days })
const monthStart = ({ year, month }: CalendarDay, months = 0): CalendarDay => ({ year, month: month + months, day: 1 })
const yearStart = ({ year }: CalendarDay, years = 0): CalendarDay => ({ year: year + years, month: 1, day: 1 })

const today: Bounds = (day) => [day, plus(day, 1)]
const thisWeek: Bounds = (day, weekday) => [plus(day, -weekday), plus(day, 7 - weekday)]
const thisMonth: Bounds = (day) => [monthStart(day), monthStart(day, 1)]
const thisYear: Bounds = (day) => [yearStart(day), yearStart(day, 1)]

const bounds = {
  Yesterday: (day) => [plus(day, -1), day],
  'Day before yesterday': (day) => [plus(day, -2), plus(day, -1)],
  'This day last week': (day) => [plus(day, -7), plus(day, -6)],
  'Previous week': (day, weekday) => [plus(day, -weekday - 7), plus(day, -weekday)],
  'Previous month': (day) => [monthStart(day, -1), monthStart(day)],
  'Previous year': (day) => [yearStart(day, -1), yearStart(day)],
  Today: today,
  'Today so far': today,
  'This week': thisWeek,
  'This week so far': thisWeek,
  'This month': thisMonth,
  'This month so far': thisMonth,
  'This year': thisYear,
  'This year so far': thisYear,
} as const satisfies Record<string, Bounds>

type MappedName = keyof typeof bounds

export const isMappedName = (name: string): name is MappedName => Object.hasOwn(bounds, name)

export const mappedNames: readonly MappedName[] = Object.keys(bounds).filter(isMappedName)

const fromMonday = ({ year, month, day }: CalendarDay) => (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7

export const mappedSpan = (name: MappedName, now: Date, timeZone: string): Span => {
  const day = dayAt(now.getTime(), timeZone)
  const [from, end] = bounds[name](day, fromMonday(day))
  return {
    from: new Date(startOfDay(from, timeZone)),
    to: name.endsWith('so far') ? now : new Date(startOfDay(end, timeZone) - 1),
  }
}
