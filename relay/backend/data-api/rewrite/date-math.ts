import dayjs, { type ManipulateType } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { isCalendarDay } from '#shared/primitives/calendar-day.ts'

dayjs.extend(utc)

const units: Record<string, ManipulateType> = {
  y: 'year',
  M: 'month',
  w: 'week',
  d: 'day',
  h: 'hour',
  H: 'hour',
  m: 'minute',
  s: 'second',
}

const isoDate = /^\d{4}-\d{2}(?:-\d{2}([T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/
const step = /([+-])(\d{0,9})([yMwdhHms])|\/([yMwdhHms])/y

/** `now` or `<date>||`, then steps such as `-20h`, `+1d` or `/d` (round down). UTC. Undefined if invalid. */
export const readDateMath = (text: string, nowMs: number): Date | undefined => {
  const [anchor = '', steps = ''] = text.startsWith('now')
    ? ['now', text.slice(3)]
    : text.includes('||')
      ? text.split('||', 2)
      : [text]
  const date = isoDate.exec(anchor)
  if (anchor !== 'now' && date === null) return undefined
  const [year = 0, month = 1, day = 1] = anchor.slice(0, 10).split('-').map(Number)
  if (date !== null && !isCalendarDay(year, month, day)) return undefined
  const withZone = date?.[1] !== undefined && date[2] === undefined ? `${anchor}Z` : anchor
  let moment = dayjs.utc(anchor === 'now' ? nowMs : Date.parse(withZone))
  for (step.lastIndex = 0; step.lastIndex < steps.length;) {
    const found = step.exec(steps)
    if (found === null) return undefined
    const [, sign, count, unit = '', rounding] = found
    if (rounding !== undefined) moment = moment.startOf(units[rounding] ?? 'day')
    else moment = moment.add(Number(`${sign}${count === '' ? 1 : count}`), units[unit] ?? 'second')
  }
  return moment.isValid() ? moment.toDate() : undefined
}
