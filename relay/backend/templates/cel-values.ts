import { Environment } from '@marcbachmann/cel-js'
import { plainInteger } from '#shared/primitives/exact-json.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { Duration } from './duration.ts'

const toCelDuration = new Environment({ unlistedVariablesAreDyn: true }).parse('duration(text)')

export const toCelValue = (value: unknown): unknown => {
  if (value instanceof Duration) return toCelDuration({ text: `${value.ms}ms` })
  if (!isMap(value)) return value ?? null
  const fields = Object.entries(value)
  if (!fields.some(([, field]) => field instanceof Duration)) return value
  return Object.fromEntries(
    fields.map(([name, field]): [string, unknown] => [name, field instanceof Duration ? toCelValue(field) : field]),
  )
}

interface CelDuration {
  readonly seconds: bigint
  readonly nanos: number
}
const isCelDuration = (value: object): value is CelDuration =>
  'seconds' in value && typeof value.seconds === 'bigint' && 'nanos' in value && typeof value.nanos === 'number'

interface CelOptional {
  readonly orValue: (fallback: unknown) => unknown
}
const isOptional = (value: object): value is CelOptional =>
  'hasValue' in value && 'orValue' in value && typeof value.orValue === 'function'

type ToInteger = (value: bigint) => unknown

/** Integers that a number cannot hold stay bigints. */
const exactInteger: ToInteger = (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value)

/** For functions, which keep all digits; `fromCelValue` is for JSON. */
export const toArgument = (value: unknown): unknown => fromCelValue(value, exactInteger)

export const fromCelValue = (value: unknown, toInteger: ToInteger = plainInteger): unknown => {
  if (typeof value === 'bigint') return toInteger(value)
  if (typeof value === 'function') return null
  if (typeof value !== 'object' || value === null) return value ?? null
  if (value instanceof Date) return value
  if (Array.isArray(value)) return value.map((member) => fromCelValue(member, toInteger))
  if (value instanceof Uint8Array) return Buffer.from(value).toString()
  if (value instanceof Map) return fromCelValue(Object.fromEntries(value), toInteger)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, child]): [string, unknown] => [name, fromCelValue(child, toInteger)]),
    )
  }
  if (isCelDuration(value)) return new Duration(Number(value.seconds) * 1000 + value.nanos / 1e6)
  if (isOptional(value)) return fromCelValue(value.orValue(null), toInteger)
  const primitive: unknown = value.valueOf()
  return typeof primitive === 'bigint' ? toInteger(primitive) : toText(value)
}

const toText = (value: { toString(): string }): string => value.toString()

export const toJson = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Duration) return value.toString()
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, child]): [string, unknown] => [name, toJson(child)]))
}
