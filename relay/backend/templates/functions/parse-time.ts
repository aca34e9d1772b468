import { isCalendarDay } from '#shared/primitives/calendar-day.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const readers: Readonly<Record<string, readonly [pattern: string, part: string]>> = {
  January: ['[A-Za-z]+', 'month'],
  Jan: ['[A-Za-z]{3}', 'month'],
  Monday: ['[A-Za-z]+', ''],
  Mon: ['[A-Za-z]{3}', ''],
  MST: ['[A-Z]{3,4}', ''],
  '2006': [String.raw`\d{4}`, 'year'],
  '06': [String.raw`\d{2}`, 'shortYear'],
  '15': [String.raw`\d{2}`, 'hour'],
  'Z07:00': [String.raw`Z|[+-]\d{2}:\d{2}`, 'zone'],
  '-07:00': [String.raw`[+-]\d{2}:\d{2}`, 'zone'],
  '-0700': [String.raw`[+-]\d{4}`, 'zone'],
  '01': [String.raw`\d{2}`, 'month'],
  '02': [String.raw`\d{2}`, 'day'],
  '03': [String.raw`\d{2}`, 'hour'],
  '04': [String.raw`\d{2}`, 'minute'],
  '05': [String.raw`\d{2}(?:\.\d{1,9})?`, 'second'],
  PM: ['AM|PM', 'half'],
  pm: ['am|pm', 'half'],
  _2: [String.raw`[ \d]\d`, 'day'],
  '1': [String.raw`\d{1,2}`, 'month'],
  '2': [String.raw`\d{1,2}`, 'day'],
  '3': [String.raw`\d{1,2}`, 'hour'],
  '4': [String.raw`\d{1,2}`, 'minute'],
  '5': [String.raw`\d{1,2}(?:\.\d{1,9})?`, 'second'],
}
const tokens =
  /January|Jan|Monday|Mon|MST|2006|06|15|Z07:00|-07:00|-0700|01|02|03|04|05(?:\.[09]+)?|PM|pm|_2|1|2|3|4|5/g

const compile = (layout: string): { readonly pattern: RegExp; readonly parts: readonly string[] } => {
  const parts: string[] = []
  let pattern = ''
  let end = 0
  for (const { 0: token, index } of layout.matchAll(tokens)) {
    const [read, part] = readers[token.replace(/\.[09]+$/, '')] ?? ['', '']
    pattern += `${escaped(layout.slice(end, index))}(${read})`
    parts.push(part)
    end = index + token.length
  }
  return { pattern: new RegExp(`^${pattern}${escaped(layout.slice(end))}$`), parts }
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

const zoneMinutes = (zone: string): number => {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const parseMonth = (text: string): number =>
  /^\d/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1

export const parseTime = (text: string, layout: string): Date | undefined => {
  const { pattern, parts } = compile(layout)
  const match = pattern.exec(text.trim())
  if (match === null) return undefined
  const read = new Map(parts.map((part, index) => [part, match[index + 1] ?? '']))
  const number = (part: string, byDefault: number) => Number(read.get(part) ?? byDefault)
  const half = read.get('half')?.toUpperCase()
  const hour = number('hour', 0)
  const year = read.has('shortYear') ? 2000 + number('shortYear', 0) : number('year', 0)
  const [month, day] = [parseMonth(read.get('month') ?? '1'), number('day', 1)]
  if (!isCalendarDay(year, month, day)) return undefined
  const time = Date.UTC(
    year,
    month - 1,
    day,
    half === undefined ? hour : (hour % 12) + (half === 'PM' ? 12 : 0),
    number('minute', 0) - zoneMinutes(read.get('zone') ?? ''),
  )
  const ms = time + Math.round(number('second', 0) * 1_000)
  return Number.isNaN(ms) ? undefined : new Date(ms)
}
