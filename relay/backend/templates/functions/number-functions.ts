const sizes = ['B', 'K', 'M', 'G', 'T', 'P']

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
 * Undefined when invalid. `Mi` and `mb` count by 1024, as folder checks do; `M` alone counts by 1000, as in Kubernetes.
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
