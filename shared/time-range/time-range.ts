import { defaultRelativeRange, pastRanges } from './relative-ranges.ts'

/** A span of time as a person chose it (ledger UI-18). `from` and `to` are ISO 8601, `range` is date math. */
export type TimeRange =
  | { readonly type: 'absolute'; readonly display: string; readonly from: string; readonly to: string }
  | { readonly type: 'relative'; readonly display: string; readonly range: string }
  | { readonly type: 'mapped'; readonly display: string }

/** What screens show before anybody chose (ledger UI-20). */
export const defaultTimeRange: TimeRange = { type: 'relative', display: '1h', range: defaultRelativeRange }

export const relativeRange = (range: string): TimeRange => ({
  type: 'relative',
  display: pastRanges.find((choice) => choice.range === range)?.display ?? range.replace(/^now-/, ''),
  range,
})

/** The part of URLSearchParams that a range needs. */
export interface AddressParams {
  readonly get: (name: string) => string | null
  readonly set: (name: string, value: string) => void
  readonly delete: (name: string) => void
}

const isDate = (text: string | null): text is string => text !== null && text !== '' && !Number.isNaN(Date.parse(text))

/** Every parameter that a range may have left in an address (ledger UI-25). */
const rangeParams = ['from', 'to', 'duration', 'timeRange', 'rangeType', 'display', 'range'] as const

/** Removes the range from an address, whichever way it was written. */
export const clearTimeRange = (params: AddressParams) => {
  for (const name of rangeParams) params.delete(name)
}

/** Writes a range in place of the one before, each type its own parameters (ledger UI-21 to UI-24). */
export const writeTimeRange = (params: AddressParams, range: TimeRange) => {
  clearTimeRange(params)
  if (range.type === 'relative') params.set('range', range.range)
  else if (range.type === 'mapped') params.set('timeRange', range.display)
  else {
    params.set('rangeType', 'absolute')
    params.set('display', range.display)
    params.set('from', range.from)
    params.set('to', range.to)
  }
}

/**
 * The range of an address; null when it names none that can be used. Dates are checked before they count as absolute
 * (ledger UI-27); a quick range is taken by its name, known or not, and judged when it is resolved.
 */
export const readTimeRange = (params: AddressParams): TimeRange | null => {
  const from = params.get('from')
  const to = params.get('to')
  if (params.get('rangeType') === 'absolute')
    return isDate(from) && isDate(to) ? { type: 'absolute', display: params.get('display') ?? '', from, to } : null
  const range = params.get('range')
  if (range !== null) return relativeRange(range)
  const name = params.get('timeRange')
  return name === null ? null : { type: 'mapped', display: name }
}
