const units = [
  { label: 'y', ms: 365 * 86_400_000 },
  { label: 'mo', ms: 30 * 86_400_000 },
  { label: 'd', ms: 86_400_000 },
  { label: 'h', ms: 3_600_000 },
  { label: 'm', ms: 60_000 },
  { label: 's', ms: 1_000 },
] as const

export const formatAge = (ms: number): string => {
  if (Number.isNaN(ms)) return '–'
  const unit = units.find((unit) => ms >= unit.ms)
  return unit === undefined ? '0s' : `${Math.floor(ms / unit.ms)}${unit.label}`
}
