import { dayMs, hourMs, minuteMs, weekMs } from './time-units.ts'

const second = 1_000

const unitMs: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: second,
  m: minuteMs,
  h: hourMs,
  d: dayMs,
  w: weekMs,
  mo: 30 * dayMs,
  y: 365 * dayMs,
}
const part = /(\d+(?:\.\d+)?|\.\d+)(ns|us|µs|μs|ms|mo|s|m|h|d|w|y)/gy

/**
 * Milliseconds of `30s`, `1m30s`, `1.5h`, `2w`, `3mo`, `1y` or `0`; a month has 30 days, a year 365. Null for
 * anything else, including negative durations and surrounding spaces.
 */
export const parseDuration = (text: string): number | null => {
  if (text === '0') return 0
  let total = 0
  let end = 0
  for (const match of text.matchAll(part)) {
    total += Number(match[1]) * (unitMs[match[2] ?? ''] ?? Number.NaN)
    end = match.index + match[0].length
  }
  return end === text.length && end > 0 && Number.isFinite(total) ? total : null
}

export const formatDuration = (ms: number): string => {
  if (ms < second) return `${Math.round(ms)}ms`
  if (ms < minuteMs) return `${Number((ms / second).toFixed(1))}s`
  let left = Math.round(ms / second) * second
  let text = ''
  for (const unit of ['d', 'h', 'm', 's']) {
    const length = unitMs[unit] ?? second
    const count = Math.floor(left / length)
    if (count > 0) text += `${count}${unit}`
    left -= count * length
  }
  return text
}
