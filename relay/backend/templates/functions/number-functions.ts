const sizes = ['B', 'K', 'M', 'G', 'T', 'P']

/** `1536` as `1.5K`: bytes by 1024, one digit behind the point where it says something. */
export const humanizeBytes = (bytes: number): string => {
  let value = bytes
  let step = 0
  while (Math.abs(value) >= 1024 && step < sizes.length - 1) {
    value /= 1024
    step += 1
  }
  return `${Number(value.toFixed(1))}${sizes[step]}`
}

const units: Record<string, number> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  t: 1e12,
  p: 1e15,
  ki: 2 ** 10,
  mi: 2 ** 20,
  gi: 2 ** 30,
  ti: 2 ** 40,
  pi: 2 ** 50,
}

/**
 * Reads `10Mi`, `10mb`, `1.5G`, `100` as bytes; undefined when it is no size. `Mi` counts by 1024, and so does `mb`, as
 * the field's folder checks do; `M` alone counts by 1000, as Kubernetes does.
 */
export const parseSize = (text: string): number | undefined => {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([kmgtp]i?)?(b)?\s*$/i.exec(text)
  if (match === null) return undefined
  const prefix = (match[2] ?? '').toLowerCase()
  const factor = match[3] !== undefined && prefix.length === 1 ? units[`${prefix}i`] : units[prefix]
  return factor === undefined ? undefined : Math.round(Number(match[1]) * factor)
}

/** Rounds half away from zero, as Go does. */
export const round = (value: number): number => Math.sign(value) * Math.round(Math.abs(value))
