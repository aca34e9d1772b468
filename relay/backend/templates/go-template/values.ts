import { compareText } from '#shared/primitives/compare-text.ts'
import { stringifyExactJson } from '#shared/primitives/exact-json.ts'
import { Duration } from '#relay/backend/templates/duration.ts'
import { formatTime } from '#relay/backend/templates/functions/time-functions.ts'

export type TemplateFunction = (...values: readonly unknown[]) => unknown

export const named = (names: string, call: TemplateFunction): (readonly [string, TemplateFunction])[] =>
  names.split(' ').map((name) => [name, call])

export const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !(value instanceof Duration)

/** Go's truth: false, 0, "", nil, empty lists and empty maps are false. */
export const isTrue = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0
  if (value instanceof Duration) return value.ms !== 0
  if (isMap(value)) return Object.keys(value).length > 0
  return value !== null && value !== undefined && value !== false && value !== 0 && value !== ''
}

export const printed = (value: unknown, depth = 0): string => {
  if (depth > 50) throw new Error('a value is nested too deep to print')
  if (value === null || value === undefined) return depth === 0 ? '' : '<nil>'
  if (typeof value === 'string') return value
  if (value instanceof Date) return formatTime(value, '2006-01-02 15:04:05.999 -0700 MST')
  if (value instanceof Duration) return value.toString()
  if (Array.isArray(value)) return `[${value.map((member) => printed(member, depth + 1)).join(' ')}]`
  if (isMap(value)) {
    const members = Object.keys(value).sort()
    return `map[${members.map((name) => `${name}:${printed(value[name], depth + 1)}`).join(' ')}]`
  }
  return typeof value === 'function' || typeof value === 'symbol' ? '' : `${value as number | boolean | bigint}`
}

export const toText = (value: unknown): string => (value === null || value === undefined ? '' : printed(value))

export const toNumber = (value: unknown): number => {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Duration) return value.ms
  if (typeof value === 'boolean') return value ? 1 : 0
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  if (Number.isNaN(number)) throw new Error(`${JSON.stringify(value) ?? 'nothing'} is not a number`)
  return number
}

export const toList = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value
  if (value === null || value === undefined) return []
  throw new Error(`${describeKind(value)} is not a list`)
}

export const toMap = (value: unknown): Readonly<Record<string, unknown>> => {
  if (isMap(value)) return value
  if (value === null || value === undefined) return {}
  throw new Error(`${describeKind(value)} is not a map`)
}

export const describeKind = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Date) return 'a time'
  if (value instanceof Duration) return 'a duration'
  return (
    { string: 'a string', number: 'a number', bigint: 'a number', boolean: 'a boolean' }[typeof value as string] ??
    'a map'
  )
}

export const ordered = (a: unknown, b: unknown): number => {
  const [left, right] = [comparable(a), comparable(b)]
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right)
  if (isNumber(left) && isNumber(right)) return Number(left > right) - Number(left < right)
  throw new Error(`${describeKind(a)} and ${describeKind(b)} cannot be ordered`)
}

/** JavaScript orders bigints and numbers exactly, while `===` is false between them. */
const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint'

const exactNumber = (value: unknown): number | bigint => (typeof value === 'bigint' ? value : toNumber(value))

/** The largest value, or the smallest one by the direction -1. */
export const extreme = (values: readonly unknown[], direction: 1 | -1): number | bigint =>
  values
    .map(exactNumber)
    .reduce(
      (found, value) => (ordered(value, found) * direction > 0 ? value : found),
      direction * Number.NEGATIVE_INFINITY,
    )

/** Exact where all values are integers. */
export const sum = (values: readonly unknown[]): number | bigint => {
  const numbers = values.map(exactNumber)
  if (!numbers.some((value) => typeof value === 'bigint') || !numbers.every(isInteger))
    return numbers.reduce((total: number, value) => total + Number(value), 0)
  return numbers.reduce((total: bigint, value) => total + BigInt(value), 0n)
}

const isInteger = (value: number | bigint): boolean => typeof value === 'bigint' || Number.isInteger(value)

const comparable = (value: unknown): unknown => {
  if (value instanceof Date) return value.getTime()
  return value instanceof Duration ? value.ms : value
}

export const equal = (a: unknown, b: unknown): boolean => {
  const [left, right] = [comparable(a ?? null), comparable(b ?? null)]
  if (left === right) return true
  if (isNumber(left) && isNumber(right)) return String(left) === String(right)
  if (typeof left === 'object' && left !== null && typeof right === 'object' && right !== null) {
    return stringifyExactJson(left) === stringifyExactJson(right)
  }
  if (left !== null && right !== null && typeof left !== typeof right) {
    throw new Error(`${describeKind(a)} and ${describeKind(b)} cannot be compared`)
  }
  return false
}
