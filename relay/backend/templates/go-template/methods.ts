import { hourMs } from '#shared/primitives/time-units.ts'
import { Duration, parseDuration } from '#relay/backend/templates/duration.ts'
import { formatTime, toTime } from '#relay/backend/templates/functions/time-functions.ts'
import { toNumber, toText } from './values.ts'

type Method = (...values: unknown[]) => unknown

const toDuration = (value: unknown): Duration => {
  const duration = value instanceof Duration ? value : parseDuration(toText(value))
  if (duration === undefined) throw new Error(`${JSON.stringify(value)} is not a duration`)
  return duration
}

const durationMethods = new Map<string, (duration: Duration, ...values: unknown[]) => unknown>([
  ['Hours', ({ ms }) => ms / hourMs],
  ['Minutes', ({ ms }) => ms / 60_000],
  ['Seconds', ({ ms }) => ms / 1000],
  ['Milliseconds', ({ ms }) => Math.trunc(ms)],
  ['Microseconds', ({ ms }) => Math.trunc(ms * 1000)],
  ['Nanoseconds', ({ ms }) => Math.trunc(ms * 1_000_000)],
  ['String', (duration) => duration.toString()],
  ['Abs', ({ ms }) => new Duration(Math.abs(ms))],
  ['Round', ({ ms }, to) => new Duration(Math.round(ms / toDuration(to).ms) * toDuration(to).ms)],
  ['Truncate', ({ ms }, to) => new Duration(Math.trunc(ms / toDuration(to).ms) * toDuration(to).ms)],
])

const timeMethods = new Map<string, (time: Date, ...values: unknown[]) => unknown>([
  ['Format', (time, layout) => formatTime(time, toText(layout))],
  ['Unix', (time) => Math.floor(time.getTime() / 1000)],
  ['UnixMilli', (time) => time.getTime()],
  ['Year', (time) => time.getUTCFullYear()],
  ['Month', (time) => formatTime(time, 'January')],
  ['Day', (time) => time.getUTCDate()],
  ['Hour', (time) => time.getUTCHours()],
  ['Minute', (time) => time.getUTCMinutes()],
  ['Second', (time) => time.getUTCSeconds()],
  ['Weekday', (time) => formatTime(time, 'Monday')],
  ['UTC', (time) => time],
  ['Local', (time) => time],
  ['IsZero', () => false],
  ['String', (time) => formatTime(time, '2006-01-02 15:04:05.999 -0700 MST')],
  ['Add', (time, span) => new Date(time.getTime() + toDuration(span).ms)],
  [
    'AddDate',
    (time, years, months, days) =>
      new Date(
        Date.UTC(
          time.getUTCFullYear() + toNumber(years),
          time.getUTCMonth() + toNumber(months),
          time.getUTCDate() + toNumber(days),
          time.getUTCHours(),
          time.getUTCMinutes(),
          time.getUTCSeconds(),
          time.getUTCMilliseconds(),
        ),
      ),
  ],
  ['Sub', (time, other) => new Duration(time.getTime() - toTime(other).getTime())],
  ['After', (time, other) => time > toTime(other)],
  ['Before', (time, other) => time < toTime(other)],
  ['Equal', (time, other) => time.getTime() === toTime(other).getTime()],
])

export const findMethod = (owner: unknown, name: string): Method | undefined => {
  if (owner instanceof Duration) {
    const method = durationMethods.get(name)
    return method === undefined ? undefined : (...values) => method(owner, ...values)
  }
  if (owner instanceof Date) {
    const method = timeMethods.get(name)
    return method === undefined ? undefined : (...values) => method(owner, ...values)
  }
  return undefined
}
