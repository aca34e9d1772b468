import { parseDate } from '#shared/primitives/calendar-day.ts'
import { defaultRelativeRange, pastRanges } from './relative-ranges.ts'

export type TimeRange =
  | { readonly type: 'absolute'; readonly display: string; readonly from: string; readonly to: string }
  | { readonly type: 'relative'; readonly display: string; readonly range: string }
  | { readonly type: 'mapped'; readonly display: string }

export const defaultTimeRange: TimeRange = { type: 'relative', display: '1h', range: defaultRelativeRange }

export const relativeRange = (range: string): TimeRange => ({
  type: 'relative',
  display: pastRanges.find((choice) => choice.range === range)?.display ?? range.replace(/^now-/, ''),
  range,
})

export interface AddressParams {
  readonly get: (name: string) => string | null
  readonly set: (name: string, value: string) => void
  readonly delete: (name: string) => void
}

const isDate = (text: string | null): text is string => text !== null && text !== '' && !Number.isNaN(parseDate(text))

const rangeParams = ['from', 'to', 'duration', 'timeRange', 'rangeType', 'display', 'range'] as const

export const clearTimeRange = (params: AddressParams) => {
  for (const name of rangeParams) params.delete(name)
}

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
 * Null when the address has no valid range. Dates are validated (ledger UI-27); a quick range is validated only
 * when it is resolved.
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
