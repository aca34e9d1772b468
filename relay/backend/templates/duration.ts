import { parseDuration as msIn } from '#shared/primitives/duration.ts'
import { hourMs, minuteMs } from '#shared/primitives/time-units.ts'

export class Duration {
  readonly ms: number

  constructor(ms: number) {
    this.ms = ms
  }

  toString(): string {
    const sign = this.ms < 0 ? '-' : ''
    const ms = Math.abs(this.ms)
    if (ms === 0) return '0s'
    if (ms < 1) return `${sign}${trimmed(ms * 1000)}µs`
    if (ms < 1000) return `${sign}${trimmed(ms)}ms`
    const hours = Math.floor(ms / hourMs)
    const minutes = Math.floor((ms % hourMs) / minuteMs)
    const seconds = `${trimmed((ms % minuteMs) / 1000)}s`
    if (hours > 0) return `${sign}${hours}h${minutes}m${seconds}`
    return minutes > 0 ? `${sign}${minutes}m${seconds}` : `${sign}${seconds}`
  }

  toJSON(): string {
    return this.toString()
  }
}

const trimmed = (value: number): string => String(Number(value.toFixed(3)))

export const parseDuration = (text: string): Duration | undefined => {
  const ms = msIn(text.replace(/^[+-]/, ''))
  return ms === null ? undefined : new Duration(text.startsWith('-') ? -ms : ms)
}
