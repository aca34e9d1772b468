import type { LogLine } from '#shared/logs/log-routes.ts'
import { writeTimeRange } from '#shared/time-range/time-range.ts'
import { toIsoTime } from '#shared/primitives/iso-time.ts'
import { routes } from '#client/lib/address/routes.ts'
import { lineKey } from './line-key.ts'
import { clearFilters } from './use-requested-lines.ts'

const aroundMs = 60_000

/** Only the newest lines of a range are loaded: it must end soon after the line to include it. */
const afterMs = 10_000

const toParams = (line: LogLine, now: URLSearchParams, toMs: number): URLSearchParams => {
  const params = new URLSearchParams(now)
  const atMs = Date.parse(line.timestamp)
  const [from, to] = [toIsoTime(atMs - aroundMs), toIsoTime(atMs + toMs)]
  writeTimeRange(params, { type: 'absolute', display: '', from, to })
  params.set('line', lineKey(line))
  params.delete('tail')
  return params
}

export const lineAddress = (line: LogLine, now: URLSearchParams): string =>
  `${window.location.origin}${routes.logs}?${toParams(line, now, afterMs).toString()}`

export const contextAddress = (line: LogLine, now: URLSearchParams): string => {
  const params = toParams(line, now, aroundMs)
  clearFilters(params)
  params.set('lines', '5000')
  return `${routes.logs}?${params.toString()}`
}
