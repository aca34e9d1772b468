import { dayMs, hourMs } from '#shared/primitives/time-units.ts'
import { Duration } from '#relay/backend/templates/duration.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const two = (value: number): string => String(value).padStart(2, '0')
const parts = /January|Jan|Monday|Mon|MST|2006|06|15|Z07:00|-07:00|-0700|01|02|03|04|05|PM|pm|_2|1|2|3|4|5|\.0+|\.9+/g

/** `layout` is a Go layout: the reference time `Mon Jan 2 15:04:05 MST 2006`. Output in UTC. */
export const formatTime = (time: Date, layout: string): string => {
  const hour12 = time.getUTCHours() % 12 || 12
  const values: Record<string, string | number> = {
    January: months[time.getUTCMonth()] ?? '',
    Jan: (months[time.getUTCMonth()] ?? '').slice(0, 3),
    Monday: days[time.getUTCDay()] ?? '',
    Mon: (days[time.getUTCDay()] ?? '').slice(0, 3),
    MST: 'UTC',
    2006: time.getUTCFullYear(),
    '06': two(time.getUTCFullYear() % 100),
    15: two(time.getUTCHours()),
    'Z07:00': 'Z',
    '-07:00': '+00:00',
    '-0700': '+0000',
    '01': two(time.getUTCMonth() + 1),
    '02': two(time.getUTCDate()),
    '03': two(hour12),
    '04': two(time.getUTCMinutes()),
    '05': two(time.getUTCSeconds()),
    PM: time.getUTCHours() < 12 ? 'AM' : 'PM',
    pm: time.getUTCHours() < 12 ? 'am' : 'pm',
    _2: String(time.getUTCDate()).padStart(2, ' '),
    1: time.getUTCMonth() + 1,
    2: time.getUTCDate(),
    3: hour12,
    4: time.getUTCMinutes(),
    5: time.getUTCSeconds(),
  }
  const fraction = String(time.getUTCMilliseconds()).padStart(3, '0').padEnd(9, '0')
  return layout.replaceAll(parts, (part) => {
    if (part.startsWith('.0')) return `.${fraction.slice(0, part.length - 1)}`
    if (part.startsWith('.9')) return `.${fraction.slice(0, part.length - 1)}`.replace(/\.?0+$/, '')
    return String(values[part] ?? part)
  })
}

export const layouts = {
  ANSIC: 'Mon Jan _2 15:04:05 2006',
  UnixDate: 'Mon Jan _2 15:04:05 MST 2006',
  RFC822: '02 Jan 06 15:04 MST',
  RFC850: 'Monday, 02-Jan-06 15:04:05 MST',
  RFC1123: 'Mon, 02 Jan 2006 15:04:05 MST',
  RFC1123Z: 'Mon, 02 Jan 2006 15:04:05 -0700',
  RFC3339: '2006-01-02T15:04:05Z07:00',
  RFC3339Nano: '2006-01-02T15:04:05.999999999Z07:00',
  Kitchen: '3:04PM',
  Stamp: 'Jan _2 15:04:05',
  StampMilli: 'Jan _2 15:04:05.000',
  DateTime: '2006-01-02 15:04:05',
  DateOnly: '2006-01-02',
  TimeOnly: '15:04:05',
} as const

const zoneFormat = (zone: string): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    throw new Error(`${JSON.stringify(zone)} is not a time zone such as Europe/Berlin or +02:00`)
  }
}

/** A date whose UTC fields are what a clock of `zone` (a name or `-02:00`) shows at `time`. */
export const shownInZone = (time: Date, zone: string): Date => {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(zone) ?? []
  if (sign !== undefined)
    return new Date(time.getTime() + Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000)
  const parts = zoneFormat(zone).formatToParts(time)
  const read = (type: string): number => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
  return new Date(shown + (((time.getTime() % 1000) + 1000) % 1000))
}

/** The moment at which a clock of `zone` shows what a clock of UTC shows at `time`. */
export const fromZone = (time: Date, zone: string): Date => {
  const shown = (moment: Date): number => shownInZone(moment, zone).getTime()
  const first = new Date(2 * time.getTime() - shown(time))
  return new Date(first.getTime() + time.getTime() - shown(first))
}

export const toTime = (value: unknown): Date => {
  if (value instanceof Date) return value
  const time = new Date(typeof value === 'number' ? value * 1000 : typeof value === 'string' ? value : Number.NaN)
  if (Number.isNaN(time.getTime())) throw new Error(`${JSON.stringify(value)} is not a time`)
  return time
}

export const since = (time: Date): Duration => new Duration(Date.now() - time.getTime())

const steps = [
  ['y', 31_536_000_000],
  ['w', 604_800_000],
  ['d', dayMs],
  ['h', hourMs],
  ['m', 60_000],
  ['s', 1000],
] as const

export const humanizeDuration = (ms: number): string => {
  const absolute = Math.abs(ms)
  const first = steps.findIndex(([, unit]) => absolute >= unit)
  const [name, unit] = steps[first] ?? ['ms', 1]
  const [nextName, nextUnit] = steps[first + 1] ?? ['', 0]
  const rest = first === -1 || nextUnit === 0 ? 0 : Math.floor((absolute % unit) / nextUnit)
  return `${ms < 0 ? '-' : ''}${Math.floor(absolute / unit)}${name}${rest > 0 ? `${rest}${nextName}` : ''}`
}
