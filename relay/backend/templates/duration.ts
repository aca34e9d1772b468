const units = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
}
const part = /(\d+(?:\.\d+)?|\.\d+)(ns|us|µs|ms|s|m|h|d|w|y)/gy

/** A span of time that expressions can compare and print, `1h30m` in text and in JSON, as the field's documents write it. */
export class Duration {
  readonly ms: number

  constructor(ms: number) {
    this.ms = ms
  }

  toString(): string {
    const sign = this.ms < 0 ? '-' : ''
    const ms = Math.abs(this.ms)
    if (ms === 0) return '0s'
    if (ms < 1) return `${sign}${trimmed(ms * 1000, 3)}µs`
    if (ms < 1000) return `${sign}${trimmed(ms, 3)}ms`
    const hours = Math.floor(ms / units.h)
    const minutes = Math.floor((ms % units.h) / units.m)
    const seconds = `${trimmed((ms % units.m) / 1000, 3)}s`
    if (hours > 0) return `${sign}${hours}h${minutes}m${seconds}`
    return minutes > 0 ? `${sign}${minutes}m${seconds}` : `${sign}${seconds}`
  }

  toJSON(): string {
    return this.toString()
  }
}

const trimmed = (value: number, digits: number): string => String(Number(value.toFixed(digits)))

/** Reads `1h30m`, `7d`, `2w`, `300ms`, `-5s` (days, weeks and years beyond Go's own units); undefined when it is none. */
export const parseDuration = (text: string): Duration | undefined => {
  const negative = text.startsWith('-')
  const body = text.replace(/^[+-]/, '')
  if (body === '0') return new Duration(0)
  let ms = 0
  let read = 0
  part.lastIndex = 0
  for (let match = part.exec(body); match !== null; match = part.exec(body)) {
    ms += Number(match[1]) * units[match[2] as keyof typeof units]
    read = part.lastIndex
  }
  return read === 0 || read !== body.length ? undefined : new Duration(negative ? -ms : ms)
}
