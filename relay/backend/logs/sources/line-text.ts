import type { LogLine } from '#shared/logs/log-routes.ts'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { isMap } from '#shared/primitives/is-map.ts'

const timeKeys = ['timestamp', '@timestamp', 'time', 'ts', 'datetime']
const messageKeys = ['message', 'msg', 'log', 'event']
const levelKeys = ['level', 'severity', 'lvl', 'loglevel']
const labelsMax = 60
const labelMax = 2_000

const isoStart = /^\W?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)\s?(Z|[+-]\d\d:?\d\d)?/
const levelPattern = /\b(TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL|PANIC)\b/

const levelFromNumber = (level: number): string =>
  level >= 60 ? 'fatal' : level >= 50 ? 'error' : level >= 40 ? 'warn' : level >= 30 ? 'info' : 'debug'

const toIso = (ms: number): string | undefined =>
  Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : undefined

const parseTime = (value: unknown): string | undefined => {
  if (typeof value === 'number') return toIso(value > 1e11 ? value : value * 1000)
  if (typeof value !== 'string') return undefined
  const [, clock, zone] = isoStart.exec(value) ?? []
  return clock === undefined
    ? undefined
    : toIso(Date.parse(`${clock.replace(' ', 'T').replace(',', '.')}${zone ?? 'Z'}`))
}

const shortText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.slice(0, labelMax)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return isMap(value) || Array.isArray(value) ? JSON.stringify(value).slice(0, labelMax) : undefined
}

const findFirst = (fields: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined =>
  keys.find((key) => fields[key] !== undefined && fields[key] !== null)

export const lineFromFields = (
  fields: Readonly<Record<string, unknown>>,
  { timeKey, messageKey }: { readonly timeKey?: string | undefined; readonly messageKey?: string | undefined } = {},
): LogLine | undefined => {
  const message = messageKey ?? findFirst(fields, messageKeys)
  if (message === undefined || fields[message] === undefined) return undefined
  const time = timeKey ?? findFirst(fields, timeKeys)
  const level = findFirst(fields, levelKeys)
  const labels: [string, string][] = []
  for (const [key, value] of Object.entries(fields)) {
    if (key === message || key === time || key === level) continue
    const text = shortText(value)
    if (text !== undefined && labels.length < labelsMax) labels.push([key, text])
  }
  if (level !== undefined) {
    const value = fields[level]
    labels.push(['level', typeof value === 'number' ? levelFromNumber(value) : (shortText(value) ?? '').toLowerCase()])
  }
  return {
    timestamp: (time === undefined ? undefined : parseTime(fields[time])) ?? '',
    message: shortText(fields[message]) ?? '',
    labels: Object.fromEntries(labels),
  }
}

export const parseLine = (text: string): LogLine => {
  if (text.startsWith('{')) {
    try {
      const fields = parseBoundedJson(text)
      const line = isMap(fields) ? lineFromFields(fields) : undefined
      if (line !== undefined) return line
    } catch {}
  }
  const level = levelPattern.exec(text.slice(0, 200))?.[1]?.toLowerCase()
  return {
    timestamp: parseTime(text) ?? '',
    message: text,
    labels: level === undefined ? {} : { level: level === 'warning' ? 'warn' : level },
  }
}

/**
 * A fast check without parsing; `text` is lower case. True also for JSON with escapes, which may spell it differently.
 */
export const canContain = (lines: string, text: string): boolean =>
  text === '' ||
  lines.toLowerCase().includes(text) ||
  (lines.includes('\\') && (lines.startsWith('{') || lines.includes('\n{')))
