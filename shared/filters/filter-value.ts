/** Include, exclude, or neither (ledger UI-44). */
export type FilterState = 1 | -1 | 0

/** The values of one filter that are not neutral, in the order they were chosen. */
export type FilterValue = ReadonlyMap<string, 1 | -1>

const encode = (value: string) => value.replaceAll(',', '||||').replaceAll(':', '____')
const decode = (text: string) => text.replaceAll('||||', ',').replaceAll('____', ':')

/**
 * A filter as an address carries it: `value:1` and `value:-1` separated by commas, with commas and colons inside a value
 * as `||||` and `____` (ledger UI-46 to UI-48). A value that itself holds one of the two does not come back.
 */
export const writeFilter = (filter: FilterValue): string =>
  [...filter].map(([value, state]) => `${encode(value)}:${state}`).join(',')

/** Reads `writeFilter`'s text; a part without a valid state is left out. */
export const readFilter = (text: string): FilterValue => {
  const filter = new Map<string, 1 | -1>()
  for (const part of text.split(',')) {
    const colon = part.lastIndexOf(':')
    const state = part.slice(colon + 1)
    if (colon > 0 && (state === '1' || state === '-1')) filter.set(decode(part.slice(0, colon)), state === '1' ? 1 : -1)
  }
  return filter
}

/** What choosing `chosen` makes of `current`: the same again means neutral (ledger UI-45). */
export const toggleFilter = (current: FilterState, chosen: FilterState): FilterState =>
  current === chosen ? 0 : chosen

/** The filter with one value set to a state; neutral removes it. */
export const withFilterState = (filter: FilterValue, value: string, state: FilterState): FilterValue => {
  const changed = new Map(filter)
  if (state === 0) changed.delete(value)
  else changed.set(value, state)
  return changed
}

/** Included means one of the included ones; excluded ones never pass; with nothing included all others do. */
export const passesFilter = (filter: FilterValue, value: string): boolean => {
  const state = filter.get(value)
  if (state !== undefined) return state === 1
  return ![...filter.values()].includes(1)
}

/** The same of something with several values: none of them is excluded, and one is included where any must be. */
export const passesAny = (filter: FilterValue, values: readonly string[]): boolean =>
  !values.some((value) => filter.get(value) === -1) &&
  (![...filter.values()].includes(1) || values.some((value) => filter.get(value) === 1))
