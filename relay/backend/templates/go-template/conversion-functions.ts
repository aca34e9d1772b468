import { describeKind, isMap, toNumber, toText, type TemplateFunction } from './values.ts'

/** Reads thousands separators, hexadecimal digits and booleans, as Go's conversions do. */
const toNumeric = (value: unknown): number => {
  if (typeof value === 'boolean') return Number(value)
  return toNumber(typeof value === 'string' ? value.replaceAll(',', '') : value)
}
const toInteger = (value: unknown): number | bigint =>
  typeof value === 'bigint' ? value : Math.trunc(toNumeric(value))

const parseInteger = (value: unknown, base: unknown = 10): number | bigint => {
  const radix = toNumber(base)
  if (typeof value !== 'string' || radix === 0 || radix === 10) return toInteger(value)
  const digits = value.trim().replace(radix === 16 ? /^0x/i : radix === 2 ? /^0b/i : /^0o/i, '')
  const number = Number.parseInt(digits, radix)
  if (Number.isNaN(number) || number.toString(radix) !== digits.toLowerCase().replace(/^0+(?=.)/, ''))
    throw new Error(`${JSON.stringify(value)} is not a number of base ${radix}`)
  return number
}

const isTrueText = (value: unknown): boolean => /^(?:true|t|yes|y|on|1|0x0*1)$/i.test(toText(value))

const goKind = (value: unknown): string => {
  if (value === null || value === undefined) return 'invalid'
  if (Array.isArray(value)) return 'slice'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float64'
  const kinds: Readonly<Record<string, string>> = { string: 'string', bigint: 'int64', boolean: 'bool' }
  return kinds[typeof value] ?? (isMap(value) ? 'map' : describeKind(value).replace(/^a /, ''))
}

const isKind = (wanted: unknown, value: unknown): boolean => {
  const kind = goKind(value)
  const also: Readonly<Record<string, readonly string[]>> = {
    slice: ['list', 'array'],
    bool: ['boolean'],
    int: ['number', 'int64'],
    int64: ['number', 'int'],
    float64: ['number', 'float'],
    invalid: ['nothing'],
  }
  return kind === toText(wanted) || (also[kind] ?? []).includes(toText(wanted))
}

export const conversionFunctions: readonly (readonly [string, TemplateFunction])[] = [
  ['atoi', toInteger],
  ['int', toInteger],
  ['int64', toInteger],
  ['conv.Atoi', toInteger],
  ['conv.ToInt', toInteger],
  ['conv.ToInt64', toInteger],
  ['conv.ParseInt', parseInteger],
  ['conv.ParseUint', parseInteger],
  ['conv.ToInts', (...values) => values.flat().map(toInteger)],
  ['conv.ToInt64s', (...values) => values.flat().map(toInteger)],
  ['float', toNumeric],
  ['float64', toNumeric],
  ['conv.ToFloat64', toNumeric],
  ['conv.ParseFloat', toNumeric],
  ['conv.ToFloat64s', (...values) => values.flat().map(toNumeric)],
  ['bool', isTrueText],
  ['conv.Bool', isTrueText],
  ['conv.ToBool', isTrueText],
  ['conv.ToBools', (...values) => values.flat().map(isTrueText)],
  ['conv.ToStrings', (...values) => values.flat().map(toText)],
  ['kind', goKind],
  ['kindOf', goKind],
  ['test.Kind', goKind],
  ['typeOf', goKind],
  ['isKind', isKind],
  ['kindIs', isKind],
  ['typeIs', isKind],
  ['typeIsLike', isKind],
  ['test.IsKind', isKind],
]
