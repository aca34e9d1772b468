import { Duration, parseDuration } from './duration.ts'
import * as lists from './functions/list-functions.ts'
import { humanizeBytes } from './functions/number-functions.ts'
import { cpuMillicores, memoryBytes, resourceLimits, resourceRequests } from './functions/resource-functions.ts'
import { humanizeDuration, toTime } from './functions/time-functions.ts'
import { templateFunctions } from './go-template/functions.ts'
import {
  extreme,
  isMap,
  sum,
  toList,
  toMap,
  toNumber,
  ordered,
  toText,
  type TemplateFunction,
} from './go-template/values.ts'
import { replaceMatches, toRegex } from './pattern.ts'

export const sharedGroups = new Set(
  'strings math time regexp crypto filepath uuid base64 random semver k8s aws'.split(' '),
)
/** Names with a meaning of their own in CEL, or with operands in another order. */
export const notShared = new Set(
  'and or not len index slice eq ne lt le gt ge in has get print println html js bool int float dict list duration'.split(
    ' ',
  ),
)

const functionNamed = (name: string): TemplateFunction => {
  const found = templateFunctions.get(name)
  if (found === undefined) throw new Error(`no function ${name}`)
  return found
}

export const durationIn = (text: unknown): Duration => {
  const duration = parseDuration(toText(text))
  if (duration === undefined) throw new Error(`${JSON.stringify(text)} is not a duration such as 90s, 1h30m or 7d`)
  return duration
}
const extracted = (text: unknown, pattern: unknown): readonly string[] =>
  Array.from(toRegex(toText(pattern)).matchAll(toText(text)), ([whole, group]) => group ?? whole)

const found = (text: unknown, pattern: unknown, most: unknown = -1): readonly string[] => {
  const all = Array.from(toRegex(toText(pattern)).matchAll(toText(text)), ([whole]) => whole)
  return toNumber(most) < 0 ? all : all.slice(0, toNumber(most))
}

/** Replacements refer to groups as `\\1`. */
const replaceInText = (text: unknown, pattern: unknown, replacement: unknown, count?: unknown): string => {
  const by = toText(replacement)
    .replaceAll('$', '$$$$')
    .replaceAll(/\\(\d)/g, '$${$1}')
  const most = count === undefined ? -1 : toNumber(count)
  const pieces: string[] = []
  const expression = toRegex(toText(pattern))
  let end = 0
  for (const { 0: found, index = 0 } of expression.matchAll(toText(text))) {
    if (pieces.length === most * 2 && most >= 0) break
    pieces.push(toText(text).slice(end, index), replaceMatches(expression, found, by))
    end = index + found.length
  }
  return pieces.join('') + toText(text).slice(end)
}

const mathMembers: readonly (readonly [string, TemplateFunction])[] = [
  ['math.greatest', functionNamed('math.Max')],
  ['math.least', functionNamed('math.Min')],
  ['math.trunc', (value) => Math.trunc(toNumber(value))],
  ['math.sign', (value) => Math.sign(toNumber(value))],
  ['math.sqrt', (value) => Math.sqrt(toNumber(value))],
  ['math.Trunc', (value) => Math.trunc(toNumber(value))],
  ['math.Sign', (value) => Math.sign(toNumber(value))],
  ['math.Sqrt', (value) => Math.sqrt(toNumber(value))],
  ['math.IsNaN', (value) => Number.isNaN(value)],
  ['math.IsInf', (value) => Math.abs(Number(value)) === Number.POSITIVE_INFINITY],
  ['math.IsFinite', (value) => Number.isFinite(value)],
  ['math.isNaN', (value) => Number.isNaN(value)],
  ['math.isInf', (value) => Math.abs(Number(value)) === Number.POSITIVE_INFINITY],
  ['math.isFinite', (value) => Number.isFinite(value)],
  ['math.bitAnd', (one, other) => Number(BigInt(toNumber(one)) & BigInt(toNumber(other)))],
  ['math.bitOr', (one, other) => Number(BigInt(toNumber(one)) | BigInt(toNumber(other)))],
  ['math.bitXor', (one, other) => Number(BigInt(toNumber(one)) ^ BigInt(toNumber(other)))],
  ['math.bitNot', (value) => Number(~BigInt(toNumber(value)))],
  ['math.bitShiftLeft', (value, by) => toNumber(value) * 2 ** toNumber(by)],
  ['math.bitShiftRight', (value, by) => Math.floor(toNumber(value) / 2 ** toNumber(by))],
]

export const ownMembers: readonly (readonly [string, TemplateFunction])[] = [
  ['base64.encode', functionNamed('base64.Encode')],
  ['base64.decode', functionNamed('base64.Decode')],
  ['lists.range', lists.range],
  ['sets.contains', lists.isSubset],
  ['sets.equivalent', (one, other) => lists.isSubset(one, other) && lists.isSubset(other, one)],
  ['sets.intersects', (one, other) => toList(one).some((member) => lists.contains(other, member))],
  ['regex.replace', replaceInText],
  ['regex.extract', (text, pattern) => extracted(text, pattern)[0] ?? null],
  ['regex.extractAll', extracted],
  ['k8s.cpuAsMillicores', cpuMillicores],
  ['k8s.memoryAsBytes', memoryBytes],
  ['k8s.getResourcesLimit', resourceLimits],
  ['k8s.getResourcesLimits', resourceLimits],
  ['k8s.getResourcesRequests', resourceRequests],
  ...mathMembers,
]

const readCsv: TemplateFunction = (value) =>
  functionNamed('csv')(Array.isArray(value) ? value.map(toText).join('\n') : value)
const startsWith: TemplateFunction = (self, prefix) => toText(self).startsWith(toText(prefix))
const endsWith: TemplateFunction = (self, suffix) => toText(self).endsWith(toText(suffix))

export const globals: readonly (readonly [string, number, TemplateFunction])[] = [
  ['Duration', 1, durationIn],
  [
    'Age',
    1,
    (value) =>
      typeof value === 'string' && parseDuration(value) !== undefined ? durationIn(value) : functionNamed('age')(value),
  ],
  ...[1, 2, 3].map((count) => ['range', count, lists.range] as const),
  ['HumanSize', 1, (value) => humanizeBytes(toNumber(value))],
  ['humanizeBytes', 1, (value) => humanizeBytes(toNumber(value))],
  [
    'HumanDuration',
    1,
    (value) =>
      typeof value === 'string' ? functionNamed('humanizeDuration')(value) : humanizeDuration(toNumber(value)),
  ],
  ['humanizeDuration', 1, (value) => functionNamed('humanizeDuration')(value)],
  ['jsonpath', 2, functionNamed('jsonpath')],
  ['urlencode', 1, (value) => encodeURIComponent(toText(value)).replaceAll('%20', '+')],
  ['urldecode', 1, (value) => decodeURIComponent(toText(value).replaceAll('+', '%20'))],
  ['JSON', 1, functionNamed('json')],
  ['JSONArray', 1, functionNamed('json')],
  ['YAML', 1, functionNamed('yaml')],
  ['YAMLArray', 1, functionNamed('yaml')],
  ['CSV', 1, readCsv],
]

const replaceTimes = (text: string, from: string, to: string, count: number): string => {
  if (count < 0) return text.replaceAll(from, () => to)
  let made = text
  let at = 0
  for (let turn = 0; turn < Math.min(count, text.length + 1); turn += 1) {
    const next = made.indexOf(from, at)
    if (next === -1) break
    made = made.slice(0, next) + to + made.slice(next + from.length)
    at = next + to.length + (from === '' ? 1 : 0)
  }
  return made
}

/** CEL writes any value for `%s`: `true`, `null`, `[1, 2]`, `{a: 1}`, times as RFC 3339 and durations in seconds. */
const celText = (value: unknown): string => {
  if (value instanceof Date) return formatTimestamp(value)
  if (value instanceof Duration) return formatSeconds(value)
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `[${value.map(celText).join(', ')}]`
  if (!isMap(value)) return typeof value === 'boolean' ? String(value) : toText(value)
  const entries = Object.keys(value).sort()
  return `{${entries.map((key) => `${key}: ${celText(value[key])}`).join(', ')}}`
}

const withTexts = (format: string, values: readonly unknown[]): readonly unknown[] => {
  const verbs = Array.from(format.matchAll(/%(?:\.\d+)?([a-zA-Z%])/g), ([, verb]) => verb).filter(
    (verb) => verb !== '%',
  )
  return values.map((value, index) => (verbs[index] === 's' ? celText(value) : value))
}

/** RFC 3339 without a fraction of zeros, as other implementations of CEL write it. */
export const formatTimestamp = (time: Date): string => time.toISOString().replace(/\.?0*Z$/, 'Z')

/** In seconds, as other implementations of CEL write it. */
export const formatSeconds = ({ ms }: Duration): string => `${(ms / 1_000).toFixed(9).replace(/\.?0+$/, '')}s`

const sortedBy = (self: unknown, key?: unknown): readonly unknown[] =>
  key === undefined ? toList(self).toSorted(ordered) : (functionNamed('sort')(key, self) as unknown[])

export const methods: readonly (readonly [string, number, TemplateFunction])[] = [
  ['keys', 0, (self) => Object.keys(toMap(self)).sort()],
  ['values', 0, (self) => Object.values(toMap(self))],
  ['merge', 1, (self, other) => ({ ...toMap(self), ...toMap(other) })],
  [
    'omit',
    1,
    (self, names) => Object.fromEntries(Object.entries(toMap(self)).filter(([name]) => !toList(names).includes(name))),
  ],
  ['sort', 0, (self) => (typeof self === 'string' ? Array.from(self).sort().join('') : sortedBy(self))],
  ['sortBy', 1, sortedBy],
  ['distinct', 0, functionNamed('uniq')],
  ['uniq', 0, functionNamed('uniq')],
  ['flatten', 0, lists.flatten],
  ['flatten', 1, lists.flatten],
  ['slice', 1, lists.slice],
  ['slice', 2, lists.slice],
  ['isSorted', 0, lists.isSorted],
  ['pick', 1, (self, names) => lists.pick(...toList(names), self)],
  ['toLower', 0, (self) => toText(self).toLowerCase()],
  ['toUpper', 0, (self) => toText(self).toUpperCase()],
  ['toString', 0, toText],
  ['replace', 3, (self, from, to, count) => replaceTimes(toText(self), toText(from), toText(to), toNumber(count))],
  ['toCSV', 0, functionNamed('toCSV')],
  ['matchQuery', 1, functionNamed('matchQuery')],
  ['first', 0, functionNamed('first')],
  ['last', 0, functionNamed('last')],
  ['sum', 0, (self) => sum(toList(self))],
  ['max', 0, (self) => extreme(toList(self), 1)],
  ['min', 0, (self) => extreme(toList(self), -1)],
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
  ['YAMLArray', 0, functionNamed('yaml')],
  ['mapToKeyVal', 0, functionNamed('mapToKeyVal')],
  ['keyValToMap', 0, functionNamed('keyValToMap')],
  ['TOML', 0, functionNamed('data.TOML')],
  ['toTOML', 0, functionNamed('data.ToTOML')],
  ['CSV', 0, readCsv],
  ['fields', 0, (self) => toText(self).trim().split(/\s+/).filter(Boolean)],
  ...['hasPrefix', 'HasPrefix'].map((name) => [name, 1, startsWith] as const),
  ...['hasSuffix', 'HasSuffix'].map((name) => [name, 1, endsWith] as const),
  ['abbrev', 2, (self, offset, width) => functionNamed('abbrev')(offset, width, self)],
  ['indent', 2, (self, width, by) => functionNamed('indent')(width, by, self)],
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
  ['charAt', 1, (self, index) => Array.from(toText(self))[toNumber(index)] ?? ''],
  ['runeCount', 0, (self) => Array.from(toText(self)).length],
  ['format', 1, (self, values) => functionNamed('printf')(self, ...withTexts(toText(self), toList(values)))],
  ['find', 1, (self, pattern) => functionNamed('regexp.Find')(pattern, self)],
  ['findAll', 1, (self, pattern) => found(self, pattern)],
  ['findAll', 2, found],
  ['formatTime', 1, (self, layout) => functionNamed('date')(layout, toTime(self))],
]

/** CEL's own methods of these names are for texts. */
export const listMethods: readonly (readonly [string, number, TemplateFunction])[] = [
  ['contains', 1, lists.contains],
  ['indexOf', 1, lists.indexIn],
  ['lastIndexOf', 1, lists.lastIndexIn],
]
