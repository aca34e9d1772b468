export type FilterState = 1 | -1 | 0

export type FilterValue = ReadonlyMap<string, 1 | -1>

const encode = (value: string) => value.replaceAll(',', '||||').replaceAll(':', '____')
const decode = (text: string) => text.replaceAll('||||', ',').replaceAll('____', ':')

/** Ledger UI-46 to UI-48. A value that itself contains `||||` or `____` is not restored. */
export const writeFilter = (filter: FilterValue): string =>
  [...filter].map(([value, state]) => `${encode(value)}:${state}`).join(',')

export const readFilter = (text: string): FilterValue => {
  const filter = new Map<string, 1 | -1>()
  for (const part of text.split(',')) {
    const colon = part.lastIndexOf(':')
    const state = part.slice(colon + 1)
    if (colon > 0 && (state === '1' || state === '-1')) filter.set(decode(part.slice(0, colon)), state === '1' ? 1 : -1)
  }
  return filter
}

export const toggleFilter = (current: FilterState, chosen: FilterState): FilterState =>
  current === chosen ? 0 : chosen

export const withFilterState = (filter: FilterValue, value: string, state: FilterState): FilterValue => {
  const changed = new Map(filter)
  if (state === 0) changed.delete(value)
  else changed.set(value, state)
  return changed
}

export const listValues = (filter: FilterValue, state: 1 | -1): string[] =>
  [...filter].flatMap(([value, each]) => (each === state ? [value] : []))

export const passesFilter = (filter: FilterValue, value: string): boolean => {
  const state = filter.get(value)
  if (state !== undefined) return state === 1
  return ![...filter.values()].includes(1)
}

export const passesAny = (filter: FilterValue, values: readonly string[]): boolean =>
  !values.some((value) => filter.get(value) === -1) &&
  (![...filter.values()].includes(1) || values.some((value) => filter.get(value) === 1))

/** The values and those that are filtered by, each once. Undefined as long as the values are. */
export const listFilterOptions = (values: readonly string[] | undefined, filter: FilterValue) =>
  values && [...new Set([...values, ...filter.keys()])].map((value) => ({ value }))
