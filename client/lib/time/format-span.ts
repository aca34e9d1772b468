import { minuteMs } from '#shared/primitives/time-units.ts'

const units = [
  { symbol: 'd', ms: 1_440 * minuteMs },
  { symbol: 'h', ms: 60 * minuteMs },
  { symbol: 'min', ms: minuteMs },
  { symbol: 's', ms: 1_000 },
] as const

export const formatSpan = (ms: number): string => {
  if (Number.isNaN(ms)) return '–'
  const first = Math.max(
    units.findIndex((unit) => ms >= unit.ms),
    ms < 1_000 ? 3 : 0,
  )
  const { symbol, ms: length } = units[first] ?? units[3]
  const whole = `${Math.floor(ms / length)} ${symbol}`
  const second = first < 2 ? units[first + 1] : undefined
  const rest = second === undefined ? 0 : Math.floor((ms % length) / second.ms)
  return rest === 0 ? whole : `${whole} ${rest} ${second?.symbol}`
}
