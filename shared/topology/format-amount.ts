import { dayMs, hourMs } from '#shared/primitives/time-units.ts'

interface Amount {
  readonly text: string
  readonly unit: string
}

interface Step {
  readonly from: number
  readonly unit: string
}

const bytes: readonly Step[] = [
  { from: 2 ** 40, unit: 'TiB' },
  { from: 2 ** 30, unit: 'GiB' },
  { from: 2 ** 20, unit: 'MiB' },
  { from: 2 ** 10, unit: 'KiB' },
  { from: 1, unit: 'B' },
]
const milliseconds: readonly Step[] = [
  { from: dayMs, unit: 'd' },
  { from: hourMs, unit: 'h' },
  { from: 60_000, unit: 'min' },
  { from: 1_000, unit: 's' },
  { from: 1, unit: 'ms' },
]
const millicores: readonly Step[] = [
  { from: 1_000, unit: 'cores' },
  { from: 1, unit: 'm' },
]

const steps: Readonly<Record<string, readonly Step[]>> = {
  bytes,
  byte: bytes,
  milliseconds,
  ms: milliseconds,
  millicores,
  millicore: millicores,
}

const spoken: Readonly<Record<string, string>> = { percent: '%', percentage: '%' }

const digits = (amount: number) =>
  amount.toLocaleString('en', { maximumFractionDigits: Math.abs(amount) < 10 ? 1 : 0, useGrouping: true })
const cents = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

export const formatAmount = (amount: number, unit: string): Amount => {
  if (unit === 'currency') return { text: `$${cents.format(amount)}`, unit: '' }
  const known = steps[unit.toLowerCase()]
  if (known === undefined) return { text: digits(amount), unit: spoken[unit.toLowerCase()] ?? unit }
  const step = known.find(({ from }) => Math.abs(amount) >= from) ?? known.at(-1)
  return step === undefined ? { text: digits(amount), unit } : { text: digits(amount / step.from), unit: step.unit }
}
