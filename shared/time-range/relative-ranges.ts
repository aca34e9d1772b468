import { dayMs, hourMs, weekMs } from '#shared/primitives/time-units.ts'

interface RelativeChoice {
  readonly display: string
  readonly range: string
}

const lengths = [
  ['5m'],
  ['15m'],
  ['30m'],
  ['1h'],
  ['3h'],
  ['6h'],
  ['12h'],
  ['24h'],
  ['2d'],
  ['7d'],
  ['30d'],
  ['90d'],
  ['6 months', '6M'],
  ['1y'],
  ['2y'],
  ['5y'],
] as const

const choices = (sign: '-' | '+'): readonly RelativeChoice[] =>
  lengths.map(([display, length]) => ({ display, range: `now${sign}${length ?? display}` }))

export const pastRanges = choices('-')

export const futureRanges: readonly RelativeChoice[] = [
  ...choices('+'),
  { display: 'Indefinitely', range: 'indefinitely' },
]

export const defaultRelativeRange = 'now-1h'

const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: hourMs,
  d: dayMs,
  w: weekMs,
  M: 30 * dayMs,
  mo: 30 * dayMs,
  y: 365 * dayMs,
}

export const relativeMs = (range: string): number | null => {
  if (range === 'now') return 0
  const [, sign, count, unit = ''] = /^now([-+])(\d{1,6})(s|mo|m|h|d|w|M|y)$/.exec(range) ?? []
  const length = unitMs[unit]
  if (sign === undefined || length === undefined) return null
  return Number(count) * length * (sign === '-' ? -1 : 1)
}
