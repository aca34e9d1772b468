import { stringifyExactJson } from '#shared/primitives/exact-json.ts'
import { dayMs, hourMs } from '#shared/primitives/time-units.ts'
import * as lists from '#relay/backend/templates/functions/list-functions.ts'
import { camelCase, kebabCase, snakeCase, wordWrap } from '#relay/backend/templates/functions/text-functions.ts'
import { formatTime, layouts, shownInZone, since, toTime } from '#relay/backend/templates/functions/time-functions.ts'
import { Duration, parseDuration } from '#relay/backend/templates/duration.ts'
import { replaceMatches, toRegex } from '#relay/backend/templates/pattern.ts'
import { dict } from './dict.ts'
import {
  equal,
  isTrue,
  named,
  ordered,
  printed,
  toList,
  toMap,
  toNumber,
  toText,
  type TemplateFunction,
} from './values.ts'

const sequenceMax = 10_000

const untilStep = (start: unknown, end: unknown, step: unknown): number[] => {
  const [from, to, by] = [toNumber(start), toNumber(end), toNumber(step)]
  const length = by === 0 ? 0 : Math.max(0, Math.ceil((to - from) / by))
  if (!(length <= sequenceMax)) throw new Error(`the sequence is longer than ${sequenceMax}`)
  return Array.from({ length }, (_, index) => from + index * by)
}

/** Parts of a text by the names `_0`, `_1`, … */
const numbered = (parts: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(parts.map((part, index) => [`_${index}`, part]))

const splitTimes = (text: string, separator: string, count: number): string[] => {
  const parts = text.split(separator)
  return count > 0 && parts.length > count
    ? [...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)]
    : parts
}

const firstLetters = (text: string, change: (letter: string) => string): string =>
  text.replaceAll(/(^|\s)(\p{L})/gu, (all) => change(all))

const toSpan = (value: unknown): Duration => {
  if (typeof value === 'number' || /^\d+$/.test(toText(value))) return new Duration(Number(value) * 1000)
  const span = value instanceof Duration ? value : parseDuration(toText(value))
  if (span === undefined) throw new Error(`${JSON.stringify(value)} is not a duration such as 90s or 1h30m`)
  return span
}

const units: readonly (readonly [string, number])[] = [
  ['y', 31_536_000_000],
  ['mo', 2_592_000_000],
  ['d', dayMs],
  ['h', hourMs],
  ['m', 60_000],
  ['s', 1000],
]

const roundedSpan = (value: unknown): string => {
  const { ms } = value instanceof Date ? since(value) : toSpan(value)
  const [name, unit] = units.find(([, each]) => Math.abs(ms) >= each) ?? ['s', 1000]
  return `${Math.floor(Math.abs(ms) / unit)}${name}`
}

const dig: TemplateFunction = (...values) => {
  const [fallback, owner] = values.slice(-2)
  let found: unknown = owner
  for (const key of values.slice(0, -2)) {
    const map: Readonly<Record<string, unknown>> = found === null || found === undefined ? {} : toMap(found)
    if (!Object.hasOwn(map, toText(key))) return fallback
    found = map[toText(key)]
  }
  return found
}

const joinedAddress = (value: unknown): string => {
  const part = (name: string): string => toText(toMap(value)[name])
  const userinfo = part('userinfo') === '' ? '' : `${part('userinfo')}@`
  const scheme = part('scheme') === '' ? '' : `${part('scheme')}://`
  const query = part('query') === '' ? '' : `?${part('query')}`
  const fragment = part('fragment') === '' ? '' : `#${part('fragment')}`
  return `${scheme}${userinfo}${part('host')}${part('path')}${query}${fragment}`
}

const matches = (expression: unknown, value: unknown, most: unknown = -1): readonly string[] => {
  const found = Array.from(toRegex(toText(expression)).matchAll(toText(value)), ([each]) => each)
  return toNumber(most) < 0 ? found : found.slice(0, toNumber(most))
}

const numbers = (values: readonly unknown[], join: (a: number, b: number) => number): number =>
  values.map(toNumber).reduce((a, b) => Number(join(a, b).toPrecision(15)))

/** Functions of sprig, which charts use, by its names and with its order of arguments. */
export const sprigFunctions: readonly (readonly [string, TemplateFunction])[] = [
  ...named('cat', (...values) => values.map((value) => printed(value)).join(' ')),
  ...named('wrap', (width, value) => wordWrap(toText(value), toNumber(width))),
  ...named('wrapWith', (width, by, value) => wordWrap(toText(value), toNumber(width), toText(by))),
  ...named('initials', (value) =>
    toText(value)
      .split(/\s+/)
      .map((word) => word.slice(0, 1))
      .join(''),
  ),
  ...named('plural', (one, many, count) => (toNumber(count) === 1 ? one : many)),
  ...named('snakecase', (value) => snakeCase(toText(value))),
  ...named('kebabcase', (value) => kebabCase(toText(value))),
  ...named('camelcase', (value) => firstLetters(camelCase(toText(value)), (letter) => letter.toUpperCase())),
  ...named('swapcase', (value) =>
    Array.from(toText(value), (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    ).join(''),
  ),
  ...named('untitle', (value) => firstLetters(toText(value), (letter) => letter.toLowerCase())),
  ...named('splitList', (separator, value) => toText(value).split(toText(separator))),
  ...named('splitn', (separator, count, value) =>
    numbered(splitTimes(toText(value), toText(separator), toNumber(count))),
  ),
  ...named('sortAlpha', (value) => toList(value).map(toText).toSorted(ordered)),
  ...named('toStrings', (value) => toList(value).map(toText)),
  ...named('toDecimal', (value) => Number.parseInt(toText(value), 8)),
  ...named('add1', (value) => toNumber(value) + 1),
  ...named('addf', (...values) => numbers(values, (a, b) => a + b)),
  ...named('subf', (...values) => numbers(values, (a, b) => a - b)),
  ...named('mulf', (...values) => numbers(values, (a, b) => a * b)),
  ...named('divf', (...values) =>
    numbers(values, (a, b) => {
      if (b === 0) throw new Error('division by 0')
      return a / b
    }),
  ),
  ...named('maxf', (...values) => Math.max(...values.map(toNumber))),
  ...named('minf', (...values) => Math.min(...values.map(toNumber))),
  ...named('until', (count) => untilStep(0, count, Math.sign(toNumber(count)))),
  ...named('untilStep', untilStep),
  ...named('rest', (value) => toList(value).slice(1)),
  ...named('initial', (value) => toList(value).slice(0, -1)),
  ...named('without', (list, ...values) =>
    toList(list).filter((member) => !values.some((value) => equal(member, value))),
  ),
  ...named('concat', (...values) => values.flatMap(toList)),
  ...named('compact', (value) => toList(value).filter(isTrue)),
  ...named('chunk', (size, value) => {
    const width = Math.max(1, Math.trunc(toNumber(size)))
    const list = toList(value)
    return Array.from({ length: Math.ceil(list.length / width) }, (_, at) => list.slice(at * width, (at + 1) * width))
  }),
  ...named('all', (...values) => values.every(isTrue)),
  ...named('any', (...values) => values.some(isTrue)),
  ...named('deepEqual', (one, other) => stringifyExactJson(one) === stringifyExactJson(other)),
  ...named('set', (map, key, value) => dict.set(toMap(map), toText(key), value)),
  ...named('unset', (map, key) => dict.unset(toMap(map), toText(key))),
  ...named('pluck', (key, ...maps) =>
    maps
      .map(toMap)
      .filter((map) => Object.hasOwn(map, toText(key)))
      .map((map) => map[toText(key)]),
  ),
  ...named('dig', dig),
  ...named('regexFindAll', matches),
  ...named('regexReplaceAll', (expression, value, replacement) =>
    replaceMatches(toRegex(toText(expression)), toText(value), toText(replacement)),
  ),
  ...named('regexReplaceAllLiteral', (expression, value, replacement) =>
    replaceMatches(toRegex(toText(expression)), toText(value), toText(replacement).replaceAll('$', '$$$$')),
  ),
  ...named('regexSplit', (expression, value, count = -1) =>
    toRegex(toText(expression)).split(toText(value), toNumber(count)),
  ),
  ...named('dateInZone date_in_zone', (layout, value, zone) =>
    formatTime(shownInZone(toTime(value), toText(zone)), toText(layout)),
  ),
  ...named('dateModify date_modify', (by, value) => {
    const text = toText(by)
    const shift = toSpan(text.replace(/^[+-]/, '')).ms
    return new Date(toTime(value).getTime() + (text.startsWith('-') ? -shift : shift))
  }),
  ...named('htmlDate', (value) => formatTime(toTime(value), layouts.DateOnly)),
  ...named('unixEpoch', (value) => Math.floor(toTime(value).getTime() / 1000)),
  ...named('durationRound', roundedSpan),
  ...named('urlJoin', joinedAddress),
  ...named('toRawJson', (value) => stringifyExactJson(value)),
  ...named('coll.GoSlice', lists.slice),
  ...named('conv.Dict', dict.create),
]
