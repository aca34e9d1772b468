import { browserZone, usePreferences, type DateFormat } from './preferences.ts'

const localZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The IANA name that a chosen time zone stands for. */
export const resolveZone = (timeZone: string): string => (timeZone === browserZone ? localZone() : timeZone)

const partsOf = (at: Date, timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const { weekday = '', day = '', month = '', year = '', hour = '', minute = '', second = '' } = parts
  return { weekday, day, month, year, hour, minute, second }
}

const offsetOf = (at: Date, timeZone: string): string => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  return name === 'GMT' ? '+00:00' : name.replace('GMT', '')
}

const monthNumber = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, month: '2-digit' }).format(at)

/**
 * A moment in one of the four date modes (ledger UI-09), in an IANA zone: short is the time today and the day otherwise,
 * medium `21 Nov 2026 07:54`, full with weekday and seconds, timestamp ISO 8601 with the zone's offset.
 * An unreadable date is returned as an empty string.
 */
export const formatTime = (at: Date, format: DateFormat, timeZone: string, now: Date): string => {
  if (Number.isNaN(at.getTime())) return ''
  const { weekday, day, month, year, hour, minute, second } = partsOf(at, timeZone)
  const monthName = month.slice(0, 3)
  if (format === 'medium') return `${day} ${monthName} ${year} ${hour}:${minute}`
  if (format === 'full') return `${weekday} ${day} ${month} ${year} ${hour}:${minute}:${second}`
  if (format === 'timestamp') {
    const date = `${year}-${monthNumber(at, timeZone)}-${day.padStart(2, '0')}`
    return `${date}T${hour}:${minute}:${second}${offsetOf(at, timeZone)}`
  }
  const today = partsOf(now, timeZone)
  if (today.year !== year) return `${day} ${monthName} ${year}`
  return today.month === month && today.day === day ? `${hour}:${minute}` : `${day} ${monthName}`
}

/** `formatTime` with the person's own date format and time zone. */
export const useFormatTime = (): ((at: Date, format?: DateFormat) => string) => {
  const dateFormat = usePreferences((preferences) => preferences.dateFormat)
  const timeZone = usePreferences((preferences) => preferences.timeZone)
  return (at, format = dateFormat) => formatTime(at, format, resolveZone(timeZone), new Date())
}
