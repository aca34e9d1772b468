import { printf } from './printf.ts'
import {
  equal,
  isMap,
  isTrue,
  describeKind,
  toNumber,
  ordered,
  printed,
  toText,
  type TemplateFunction,
} from './values.ts'

const htmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '\0': '\uFFFD',
}

const scriptEscapes: Record<string, string> = { '\\': '\\\\', "'": "\\'", '"': '\\"', '\n': '\\n', '\r': '\\r' }

const step = (owner: unknown, key: unknown): unknown => {
  if (isMap(owner)) {
    const name = toText(key)
    return Object.hasOwn(owner, name) ? owner[name] : undefined
  }
  if (owner === null || owner === undefined) throw new Error('nothing to index')
  if (!Array.isArray(owner) && typeof owner !== 'string') throw new Error(`${describeKind(owner)} cannot be indexed`)
  const position = toNumber(key)
  if (!Number.isInteger(position) || position < 0 || position >= owner.length) {
    throw new Error(`position ${position} is out of range (length ${owner.length})`)
  }
  return typeof owner === 'string' ? owner.charCodeAt(position) : (owner as unknown[])[position]
}

const cut = (owner: unknown, from?: unknown, to?: unknown): unknown => {
  if (!Array.isArray(owner) && typeof owner !== 'string') throw new Error(`${describeKind(owner)} cannot be sliced`)
  const start = from === undefined ? 0 : toNumber(from)
  const end = to === undefined ? owner.length : toNumber(to)
  if (start < 0 || end > owner.length || start > end)
    throw new Error(`${start} to ${end} is not within ${owner.length}`)
  return owner.slice(start, end)
}

/** Other values than a list or text and its positions are the members of a new list. */
const isCut = ([owner, ...positions]: readonly unknown[]): boolean =>
  (Array.isArray(owner) || typeof owner === 'string') &&
  positions.length <= 2 &&
  (positions.length > 0 || Array.isArray(owner)) &&
  positions.every((position) => Number.isInteger(Number(position)) && typeof position !== 'string')

/** As Go's `print`: a space between two values only if neither is a text. */
const print = (...values: readonly unknown[]): string =>
  values
    .map((value, index) => {
      const apart = index > 0 && typeof value !== 'string' && typeof values[index - 1] !== 'string'
      return (apart ? ' ' : '') + printed(value)
    })
    .join('')

export const builtinFunctions: readonly (readonly [string, TemplateFunction])[] = [
  ['and', (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1)],
  ['or', (...values) => values.find(isTrue) ?? values.at(-1)],
  ['not', (value) => !isTrue(value)],
  [
    'len',
    (value) => {
      if (typeof value === 'string') return Buffer.byteLength(value)
      if (Array.isArray(value)) return value.length
      if (isMap(value)) return Object.keys(value).length
      throw new Error(`${describeKind(value)} has no length`)
    },
  ],
  ['index', (owner, ...keys) => keys.reduce(step, owner)],
  ['slice', (...values) => (isCut(values) ? cut(...(values as Parameters<typeof cut>)) : values)],
  ['print', print],
  ['printf', (format, ...values) => printf(toText(format), values)],
  ['println', (...values) => `${values.map((value) => printed(value)).join(' ')}\n`],
  ['html', (...values) => print(...values).replaceAll(/[&<>"']|\0/g, (letter) => htmlEscapes[letter] ?? letter)],
  [
    'js',
    (...values) =>
      print(...values).replaceAll(
        /[\\'"<>&=]|\p{Cc}/gu,
        (letter) => scriptEscapes[letter] ?? `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
      ),
  ],
  ['urlquery', (...values) => encodeURIComponent(print(...values)).replaceAll('%20', '+')],
  [
    'eq',
    (first, ...others) => {
      if (others.length === 0) throw new Error('needs a value to compare with')
      return others.some((other) => equal(first, other))
    },
  ],
  ['ne', (a, b) => !equal(a, b)],
  ['lt', (a, b) => ordered(a, b) < 0],
  ['le', (a, b) => ordered(a, b) <= 0],
  ['gt', (a, b) => ordered(a, b) > 0],
  ['ge', (a, b) => ordered(a, b) >= 0],
]
