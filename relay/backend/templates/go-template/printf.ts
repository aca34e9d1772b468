import { isMap, describeKind, toNumber, printed } from './values.ts'

const verb = /%([-+# 0]*)(\*|\d+)?(?:\.(\*|\d+))?([a-zA-Z%])/g

/** Invalid verbs and missing values are printed as in Go: `%!d(string=a)`, `%!d(MISSING)`. */
export const printf = (format: string, values: readonly unknown[]): string => {
  let taken = 0
  const width = (text: string | undefined): number | undefined => {
    const number = text === '*' ? toNumber(values[taken++]) : text === undefined ? undefined : Number(text)
    if (number !== undefined && !(Math.abs(number) <= 10_000)) throw new Error(`width ${number} is too large`)
    return number
  }
  const text = format.replaceAll(
    verb,
    (_all, flags: string, wide: string | undefined, exact: string | undefined, letter: string) => {
      if (letter === '%') return '%'
      const minimum = width(wide)
      const precision = width(exact)
      if (taken >= values.length) return `%!${letter}(MISSING)`
      const value = values[taken++]
      return padded(formatted(letter, flags, precision, value), minimum ?? 0, flags, letter)
    },
  )
  const extra = values.slice(taken)
  return extra.length === 0
    ? text
    : `${text}%!(EXTRA ${extra.map((value) => `${goType(value)}=${printed(value)}`).join(', ')})`
}

const padded = (text: string, width: number, flags: string, letter: string): string => {
  if (flags.includes('-')) return text.padEnd(width)
  if (!flags.includes('0') || !/[dfeEgGxXobt]/.test(letter)) return text.padStart(width)
  const sign = /^[+-]/.exec(text)?.[0] ?? ''
  return sign + text.slice(sign.length).padStart(width - sign.length, '0')
}

const formatted = (letter: string, flags: string, precision: number | undefined, value: unknown): string => {
  const badVerb = `%!${letter}(${goType(value)}=${printed(value)})`
  const signed = (number: number, text: string) =>
    number >= 0 && flags.includes('+') ? `+${text}` : number >= 0 && flags.includes(' ') ? ` ${text}` : text
  switch (letter) {
    case 'v':
      if (flags.includes('#')) return JSON.stringify(value) ?? '<nil>'
      if (value === null || value === undefined) return '<nil>'
      return typeof value === 'number' ? signed(value, printed(value)) : printed(value)
    case 's': {
      if (typeof value === 'number' || typeof value === 'boolean') return badVerb
      const text = value === null || value === undefined ? '%!s(<nil>)' : printed(value)
      return precision === undefined ? text : Array.from(text).slice(0, precision).join('')
    }
    case 'q':
      return typeof value === 'number' ? `'${String.fromCodePoint(value)}'` : JSON.stringify(printed(value))
    case 'T':
      return goType(value)
    case 't':
      return typeof value === 'boolean' ? String(value) : badVerb
    case 'd':
      if (typeof value === 'bigint') return signed(Number(value), String(value))
      return typeof value === 'number' ? signed(value, String(Math.trunc(value))) : badVerb
    case 'x':
    case 'X': {
      const hex =
        typeof value === 'number'
          ? Math.trunc(value).toString(16)
          : typeof value === 'string'
            ? Buffer.from(value).toString('hex')
            : badVerb
      return letter === 'X' ? hex.toUpperCase() : hex
    }
    case 'b':
      return typeof value === 'number' ? Math.trunc(value).toString(2) : badVerb
    case 'o':
      return typeof value === 'number' ? Math.trunc(value).toString(8) : badVerb
    case 'c':
      return typeof value === 'number' ? String.fromCodePoint(value) : badVerb
    case 'f':
    case 'F':
      return typeof value === 'number' ? signed(value, value.toFixed(Math.min(100, precision ?? 6))) : badVerb
    case 'e':
    case 'E': {
      if (typeof value !== 'number') return badVerb
      const text = value.toExponential(Math.min(100, precision ?? 6)).replace(/e([+-])(\d)$/, 'e$10$2')
      return signed(value, letter === 'E' ? text.toUpperCase() : text)
    }
    case 'g':
    case 'G':
      if (typeof value !== 'number') return badVerb
      return signed(
        value,
        precision === undefined
          ? String(value)
          : String(Number(value.toPrecision(Math.max(1, Math.min(100, precision))))),
      )
    default:
      return badVerb
  }
}

const goType = (value: unknown): string => {
  if (value === null || value === undefined) return 'nil'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float64'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (Array.isArray(value)) return '[]interface {}'
  return isMap(value) ? 'map[string]interface {}' : describeKind(value) === 'a time' ? 'time.Time' : 'time.Duration'
}
