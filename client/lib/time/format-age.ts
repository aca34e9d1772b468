import { dayMs, hourMs } from '#shared/primitives/time-units.ts'

const units = [
  { label: 'y', ms: 365 * dayMs },
  { label: 'mo', ms: 30 * dayMs },
  { label: 'd', ms: dayMs },
  { label: 'h', ms: hourMs },
  { label: 'm', ms: 60_000 },
  { label: 's', ms: 1_000 },
] as const

export const formatAge = (ms: number): string => {
  if (Number.isNaN(ms)) return '–'
  const unit = units.find((unit) => ms >= unit.ms)
  return unit === undefined ? '0s' : `${Math.floor(ms / unit.ms)}${unit.label}`
}
