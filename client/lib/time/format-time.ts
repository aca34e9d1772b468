import { browserZone, usePreferences, type DateFormat } from '#client/lib/browser/preferences.ts'

/** Formats are kept: to make one costs more than all else of drawing an age, and a page has one for each of its rows. */
const perZone = <T>(make: (timeZone: string) => T): ((timeZone: string) => T) => {
  const known = new Map<string, T>()
  return (timeZone) => {
    const made = known.get(timeZone) ?? make(timeZone)
    known.set(timeZone, made)
    return made
  }
}

const lookEveryMs = 60_000
let zone = { name: '', lookedAtMs: -Infinity }

/** The zone of the machine, which goes with it on a journey. */
const localZone = (): string => {
  const nowMs = performance.now()
  if (nowMs - zone.lookedAtMs > lookEveryMs) {
    zone = { name: new Intl.DateTimeFormat().resolvedOptions().timeZone, lookedAtMs: nowMs }
  }
  return zone.name
}

/** The IANA name that a chosen time zone stands for. */
export const resolveZone = (timeZone: string): string => (timeZone === browserZone ? localZone() : timeZone)

const partsFormat = perZone(
  (timeZone) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }),
)
const offsetFormat = perZone((timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }))
const monthFormat = perZone((timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, month: '2-digit' }))

const partsOf = (at: Date, timeZone: string) => {
  const parts = Object.fromEntries(
    partsFormat(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const { weekday = '', day = '', month = '', year = '', hour = '', minute = '', second = '' } = parts
  return { weekday, day, month, year, hour, minute, second }
}

const offsetOf = (at: Date, timeZone: string): string => {
  const name =
    offsetFormat(timeZone)
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  return name === 'GMT' ? '+00:00' : name.replace('GMT', '')
}

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
    const date = `${year}-${monthFormat(timeZone).format(at)}-${day.padStart(2, '0')}`
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
