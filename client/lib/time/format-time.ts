import { inZone } from './in-zone.ts'
import { browserZone, usePreferences, type DateFormat } from '#client/lib/browser/preferences.ts'

const lookEveryMs = 60_000
let zone = { name: '', lookedAtMs: -Infinity }

/** Read again regularly: the zone of the machine can change. */
const localZone = (): string => {
  const nowMs = performance.now()
  if (nowMs - zone.lookedAtMs > lookEveryMs) {
    zone = { name: new Intl.DateTimeFormat().resolvedOptions().timeZone, lookedAtMs: nowMs }
  }
  return zone.name
}

export const resolveZone = (timeZone: string): string => (timeZone === browserZone ? localZone() : timeZone)

export const formatTime = (at: Date, format: DateFormat, timeZone: string, now: Date): string => {
  if (Number.isNaN(at.getTime())) return ''
  const shown = inZone(at.getTime(), timeZone)
  if (format === 'medium') return shown.format('D MMM YYYY HH:mm')
  if (format === 'full') return shown.format('ddd D MMMM YYYY HH:mm:ss')
  if (format === 'timestamp') return shown.format('YYYY-MM-DDTHH:mm:ssZ')
  const today = inZone(now.getTime(), timeZone)
  const isSame = (part: string) => today.format(part) === shown.format(part)
  if (!isSame('YYYY')) return shown.format('D MMM YYYY')
  return shown.format(isSame('MMDD') ? 'HH:mm' : 'D MMM')
}

export const useFormatTime = (): ((at: Date, format?: DateFormat) => string) => {
  const dateFormat = usePreferences((preferences) => preferences.dateFormat)
  const timeZone = usePreferences((preferences) => preferences.timeZone)
  return (at, format = dateFormat) => formatTime(at, format, resolveZone(timeZone), new Date())
}
