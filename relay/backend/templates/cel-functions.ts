import type { Environment } from '@marcbachmann/cel-js'
import { toCelValue, fromCelValue } from './cel-values.ts'
import { parseDuration, type Duration } from './duration.ts'
import { humanizeBytes, parseSize } from './functions/number-functions.ts'
import { humanizeDuration, toTime } from './functions/time-functions.ts'
import { templateFunctions, type TemplateFunction } from './go-template/functions.ts'
import { toList, toMap, toNumber, ordered, toText } from './go-template/values.ts'
import { toRegex } from './pattern.ts'

const sharedGroups = new Set(['strings', 'math', 'time', 'regexp', 'crypto', 'filepath', 'uuid', 'base64'])

const functionNamed = (name: string): TemplateFunction => {
  const found = templateFunctions.get(name)
  if (found === undefined) throw new Error(`no function ${name}`)
  return found
}

const durationIn = (text: unknown): Duration => {
  const duration = parseDuration(toText(text))
  if (duration === undefined) throw new Error(`${JSON.stringify(text)} is not a duration such as 90s, 1h30m or 7d`)
  return duration
}
const sizeIn = (text: unknown): number => {
  const size = parseSize(toText(text))
  if (size === undefined) throw new Error(`${JSON.stringify(text)} is not a quantity such as 10Mi`)
  return size
}
const cpuIn = (text: unknown): number => {
  const value = toText(text)
  return value.endsWith('m') ? toNumber(value.slice(0, -1)) : toNumber(value) * 1000
}

const ownMembers: readonly (readonly [string, TemplateFunction])[] = [
  ['base64.encode', functionNamed('base64.Encode')],
  ['base64.decode', functionNamed('base64.Decode')],
  ['math.greatest', functionNamed('math.Max')],
  ['math.least', functionNamed('math.Min')],
  [
    'lists.range',
    (count) => Array.from({ length: Math.min(10_000, Math.max(0, toNumber(count))) }, (_, index) => index),
  ],
  ['k8s.cpuAsMillicores', cpuIn],
  ['k8s.memoryAsBytes', sizeIn],
]

const globals: readonly (readonly [string, number, TemplateFunction])[] = [
  ['Duration', 1, durationIn],
  [
    'Age',
    1,
    (value) =>
      typeof value === 'string' && parseDuration(value) !== undefined ? durationIn(value) : functionNamed('age')(value),
  ],
  ['HumanSize', 1, (value) => humanizeBytes(toNumber(value))],
  ['humanizeBytes', 1, (value) => humanizeBytes(toNumber(value))],
  ['HumanDuration', 1, (value) => humanizeDuration(toNumber(value))],
  ['humanizeDuration', 1, (value) => functionNamed('humanizeDuration')(value)],
  ['jsonpath', 2, functionNamed('jsonpath')],
  ['urlencode', 1, (value) => encodeURIComponent(toText(value)).replaceAll('%20', '+')],
  ['urldecode', 1, (value) => decodeURIComponent(toText(value).replaceAll('+', '%20'))],
  ['now', 0, () => new Date()],
]

const sortedBy = (self: unknown, key?: unknown): readonly unknown[] =>
  key === undefined ? toList(self).toSorted(ordered) : (functionNamed('sort')(key, self) as unknown[])

const methods: readonly (readonly [string, number, TemplateFunction])[] = [
  ['keys', 0, (self) => Object.keys(toMap(self)).sort()],
  ['values', 0, (self) => Object.values(toMap(self))],
  ['merge', 1, (self, other) => ({ ...toMap(self), ...toMap(other) })],
  [
    'omit',
    1,
    (self, names) => Object.fromEntries(Object.entries(toMap(self)).filter(([name]) => !toList(names).includes(name))),
  ],
  ['sort', 0, sortedBy],
  ['sortBy', 1, sortedBy],
  ['distinct', 0, functionNamed('uniq')],
  ['uniq', 0, functionNamed('uniq')],
  ['flatten', 0, functionNamed('flatten')],
  ['first', 0, functionNamed('first')],
  ['last', 0, functionNamed('last')],
  [
    'sum',
    0,
    (self) =>
      toList(self)
        .map(toNumber)
        .reduce((sum, value) => sum + value, 0),
  ],
  ['max', 0, (self) => Math.max(...toList(self).map(toNumber))],
  ['min', 0, (self) => Math.min(...toList(self).map(toNumber))],
  [
    'avg',
    0,
    (self) =>
      toList(self)
        .map(toNumber)
        .reduce((sum, value) => sum + value, 0) / Math.max(1, toList(self).length),
  ],
  [
    'reverse',
    0,
    (self) => (typeof self === 'string' ? Array.from(self).toReversed().join('') : toList(self).toReversed()),
  ],
  ['toJSON', 0, functionNamed('toJSON')],
  ['toJSONPretty', 1, (self, indent) => functionNamed('toJSONPretty')(indent, self)],
  ['toYAML', 0, functionNamed('toYAML')],
  ['JSON', 0, functionNamed('json')],
  ['JSONArray', 0, functionNamed('json')],
  ['YAML', 0, functionNamed('yaml')],
  ['abbrev', 1, (self, width) => functionNamed('abbrev')(width, self)],
  ['camelCase', 0, functionNamed('camelCase')],
  ['kebabCase', 0, functionNamed('kebabCase')],
  ['snakeCase', 0, functionNamed('snakeCase')],
  ['slug', 0, functionNamed('slug')],
  ['title', 0, functionNamed('title')],
  ['quote', 0, functionNamed('quote')],
  ['squote', 0, functionNamed('squote')],
  ['shellQuote', 0, functionNamed('shellQuote')],
  ['trimPrefix', 1, (self, prefix) => functionNamed('trimPrefix')(prefix, self)],
  ['trimSuffix', 1, (self, suffix) => functionNamed('trimSuffix')(suffix, self)],
  ['trunc', 1, (self, length) => functionNamed('trunc')(length, self)],
  ['repeat', 1, (self, times) => functionNamed('repeat')(times, self)],
  ['replace', 2, (self, from, to) => functionNamed('replaceAll')(from, to, self)],
  ['replaceAll', 2, (self, from, to) => functionNamed('replaceAll')(from, to, self)],
  ['indent', 1, (self, by) => functionNamed('indent')(by, self)],
  ['wordWrap', 1, (self, width) => functionNamed('wordWrap')(width, self)],
  ['charAt', 1, (self, index) => toText(self).charAt(toNumber(index))],
  ['runeCount', 0, (self) => Array.from(toText(self)).length],
  ['format', 1, (self, values) => functionNamed('printf')(self, ...toList(values))],
  ['find', 1, (self, pattern) => functionNamed('regexp.Find')(pattern, self)],
  ['formatTime', 1, (self, layout) => functionNamed('date')(layout, toTime(self))],
]

const called =
  (call: TemplateFunction) =>
  (...values: unknown[]): unknown =>
    toCelValue(call(...values.map(fromCelValue)))

const anything = (count: number): string => Array.from({ length: count }, () => 'dyn').join(', ')
const arityMax = 4

/** Replaces CEL's `matches`, which would backtrack and cannot be registered again. */
export const linearMatches = 'matchesLinearly'

export const registerCelFunctions = (environment: Environment): Environment => {
  addArithmetic(environment)
  environment.registerFunction(`string.${linearMatches}(string): bool`, (text: string, pattern: string) =>
    toRegex(pattern).test(text),
  )
  for (const [name, count, call] of globals)
    environment.registerFunction(`${name}(${anything(count)}): dyn`, called(call))
  for (const [name, count, call] of methods)
    environment.registerFunction(`dyn.${name}(${anything(count)}): dyn`, called(call))

  const shared = Array.from(templateFunctions).filter(
    ([name]) => sharedGroups.has(name.split('.')[0] ?? '') && name.includes('.'),
  )
  const groups = new Set<string>()
  for (const [path, call] of [...shared, ...ownMembers]) {
    const [group = '', name = ''] = path.split('.')
    const type = `${group}Functions`
    if (!groups.has(group)) {
      groups.add(group)
      const Group = class {
        readonly group = group
      }
      environment.registerType(type, Group)
      environment.registerConstant(group, type, new Group())
    }
    for (let count = 0; count <= arityMax; count += 1) {
      environment.registerFunction(
        `${type}.${name}(${anything(count)}): dyn`,
        (_group: unknown, ...values: unknown[]) => called(call)(...values),
      )
    }
  }
  return environment
}

const addArithmetic = (environment: Environment): void => {
  const operators = {
    '+': (a: number, b: number) => a + b,
    '-': (a: number, b: number) => a - b,
    '*': (a: number, b: number) => a * b,
    '/': (a: number, b: number) => a / b,
    '%': (a: number, b: number) => a % b,
  }
  for (const [operator, apply] of Object.entries(operators)) {
    const mixed = (a: number | bigint, b: number | bigint) => apply(Number(a), Number(b))
    environment.registerOperator(`int ${operator} double`, mixed)
    environment.registerOperator(`double ${operator} int`, mixed)
  }
  environment.registerOperator('double % double', operators['%'])
}
