import { wallClockMs } from '#shared/time-range/zoned-time.ts'
import { dayMs, hourMs } from '#shared/primitives/time-units.ts'

const [second, minute, hour, day] = [1_000, 60_000, hourMs, dayMs]
const steps = [
  10 * second,
  30 * second,
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 30, 90, 365].map((count) => count * day),
]
const most = 7

export const listTicks = (fromMs: number, untilMs: number, timeZone: string): readonly number[] => {
  const step = steps.find((each) => (untilMs - fromMs) / each <= most) ?? untilMs - fromMs
  const offset = wallClockMs(fromMs, timeZone) - Math.floor(fromMs / second) * second
  const first = Math.ceil((fromMs + offset) / step) * step - offset
  return Array.from({ length: most + 1 }, (_, index) => first + index * step).filter((at) => at <= untilMs)
}
