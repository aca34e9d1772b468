import { z } from 'zod'
import { dayMs, minuteMs } from '#shared/primitives/time-units.ts'
import { isTimeZone, wallClockMs } from '#shared/time-range/zoned-time.ts'

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:30')

export const timeZoneSchema = z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin')

/** `24:00` is the midnight at which a day ends. */
const endOfDay = z.preprocess((time) => (time === '24:00' ? '00:00' : time), timeOfDay)

/**
 * Days of the week (0 is Sunday) and times in `zone`. If `to` is not later than `from`, the window ends on the
 * next day.
 */
export const silenceWindowSchema = z.object({
  days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
  from: timeOfDay,
  to: endOfDay,
  zone: timeZoneSchema,
})
export type SilenceWindow = z.infer<typeof silenceWindowSchema>

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
/** Zone names are case-insensitive, so there can be more names than zones. */
const clocksMost = 1_000
const clocks = new Map<string, Intl.DateTimeFormat>()

const getClock = (zone: string): Intl.DateTimeFormat => {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  if (clocks.size >= clocksMost) clocks.clear()
  clocks.set(zone, clock)
  return clock
}

/** Of a time such as `09:30`. */
export const toMinutesOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export const isWithinWindow = ({ days, from, to, zone }: SilenceWindow, atMs: number): boolean => {
  const parts = new Map(
    getClock(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )
  const day = weekdays.indexOf(parts.get('weekday') ?? '')
  const now = Number(parts.get('hour')) * 60 + Number(parts.get('minute'))
  const [start, end] = [toMinutesOfDay(from), toMinutesOfDay(to)]
  if (start < end) return days.includes(day) && now >= start && now < end
  return (days.includes(day) && now >= start) || (days.includes((day + 6) % 7) && now < end)
}

const secondMs = 1_000
const daysMost = 8

const offsetAt = (atMs: number, zone: string): number => wallClockMs(atMs, zone) - atMs

/** First second after `fromMs`, up to `untilMs`, at which the zone's offset differs. The interval is at most a day. */
const findClockChange = (fromMs: number, untilMs: number, zone: string): number | undefined => {
  const offset = offsetAt(fromMs, zone)
  if (offsetAt(untilMs, zone) === offset) return undefined
  let [before, after] = [fromMs, untilMs]
  while (after - before > secondMs) {
    const middle = before + Math.floor((after - before) / 2 / secondMs) * secondMs
    if (offsetAt(middle, zone) === offset) before = middle
    else after = middle
  }
  return after
}

const untilTimeOfDayMs = (wallMs: number, time: string): number => {
  const leftMs = toMinutesOfDay(time) * minuteMs - (wallMs % dayMs)
  return leftMs > 0 ? leftMs : leftMs + dayMs
}

/** Later than every moment within the window, also where a clock change repeats or skips its times. */
export const windowEndMs = (window: SilenceWindow, atMs: number): number => {
  if (!isWithinWindow(window, atMs)) return atMs
  let endMs = Math.floor(atMs / secondMs) * secondMs
  for (let days = 0; days < daysMost && isWithinWindow(window, endMs);) {
    const nextMs = endMs + untilTimeOfDayMs(wallClockMs(endMs, window.zone), window.to)
    const changeMs = findClockChange(endMs, nextMs, window.zone)
    if (changeMs === undefined) days += 1
    endMs = changeMs ?? nextMs
  }
  return endMs
}
