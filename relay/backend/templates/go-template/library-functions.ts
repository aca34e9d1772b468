import { randomUUID } from 'node:crypto'
import { demandYamlDepth } from '#relay/backend/parsing/yaml-depth.ts'
import { basename, dirname, extname } from 'node:path/posix'
import { parseExactJson, stringifyExactJson, withoutBigints } from '#shared/primitives/exact-json.ts'
import { hourMs } from '#shared/primitives/time-units.ts'
import { Document, parse as parseYaml, visit } from 'yaml'
import { Duration, parseDuration } from '#relay/backend/templates/duration.ts'
import * as numbers from '#relay/backend/templates/functions/number-functions.ts'
import * as text from '#relay/backend/templates/functions/text-functions.ts'
import * as time from '#relay/backend/templates/functions/time-functions.ts'
import { compileJsonPath } from '#relay/backend/templates/json-path.ts'
import { toRegex, replaceMatches } from '#relay/backend/templates/pattern.ts'
import { hash } from './data-functions.ts'
import { dict } from './dict.ts'
import {
  equal,
  extreme,
  isMap,
  isTrue,
  toList,
  toMap,
  toNumber,
  ordered,
  printed,
  sum,
  toText,
  named,
  type TemplateFunction,
} from './values.ts'

const toDuration = (value: unknown): Duration => {
  const duration = value instanceof Duration ? value : parseDuration(toText(value))
  if (duration === undefined) throw new Error(`${JSON.stringify(value)} is not a duration such as 90s or 1h30m`)
  return duration
}
const toMs = (value: unknown): number => (typeof value === 'number' ? value : toDuration(value).ms)
const total = (values: readonly unknown[], start: number, add: (sum: number, value: number) => number): number =>
  values.flat().map(toNumber).reduce(add, start)
const hasMember = (owner: unknown, key: unknown): boolean =>
  Array.isArray(owner)
    ? owner.some((member) => stringifyExactJson(member) === stringifyExactJson(key))
    : Object.hasOwn(toMap(owner), toText(key))
const unique = (values: readonly unknown[]): unknown[] =>
  values.filter(
    (value, index) => values.findIndex((other) => stringifyExactJson(other) === stringifyExactJson(value)) === index,
  )
const atMost = (found: readonly string[], most: unknown): readonly string[] =>
  toNumber(most) < 0 ? found : found.slice(0, toNumber(most))
const member = (owner: unknown, key: unknown): unknown => {
  if (Array.isArray(owner)) return owner[toNumber(key)] as unknown
  const map = toMap(owner)
  return Object.hasOwn(map, toText(key)) ? map[toText(key)] : undefined
}
/** The list is the last argument, or the first one if only that is a list. */
const inOrder = (value: unknown, list: unknown, add: (list: readonly unknown[], value: unknown) => unknown): unknown =>
  Array.isArray(value) && !Array.isArray(list) ? add(value, list) : add(toList(list), value)
/** Accepts the separator as first or second argument: both orders are in use. */
const join = (first: unknown, second: unknown = ''): string => {
  const [list, separator] = Array.isArray(first) ? [first, second] : [toList(second), first]
  return list.map((member: unknown) => printed(member)).join(toText(separator))
}
const parseJson = (value: unknown): unknown => {
  try {
    return parseExactJson(toText(value))
  } catch {
    throw new Error('it is not JSON')
  }
}
const parsed = (value: unknown): Record<string, unknown> | readonly unknown[] => {
  const document = typeof value === 'string' ? parseJson(value) : value
  return Array.isArray(document) ? document : toMap(document)
}
const notInYaml11 = /^(?:[-+]?0o[0-7]+|=)$/

/** Quotes what YAML 1.1 or 1.2 reads as another type (`y`, `off`, `1_000`, `0o17`), as Go does. */
const formatYaml = (value: unknown): string => {
  const document = new Document(value, { version: '1.1', sortMapEntries: true })
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === 'string' && notInYaml11.test(node.value)) node.type = 'QUOTE_DOUBLE'
    },
  })
  return document.toString({ lineWidth: 0 })
}
const adler32 = (value: unknown): string => {
  let [a, b] = [1, 0]
  for (const byte of Buffer.from(toText(value))) {
    a = (a + byte) % 65_521
    b = (b + a) % 65_521
  }
  return String(b * 65_536 + a)
}
const urlParts = (value: unknown): Record<string, unknown> => {
  if (!URL.canParse(toText(value))) throw new Error(`${JSON.stringify(value)} is not a URL`)
  const url = new URL(toText(value))
  return {
    Scheme: url.protocol.slice(0, -1),
    Host: /^[^/]*\/\/(?:[^/?#@]*@)?([^/?#]*)/.exec(toText(value))?.[1] ?? url.host,
    Hostname: url.hostname,
    Port: url.port,
    Path: url.pathname,
    RawQuery: url.search.slice(1),
    Fragment: url.hash.slice(1),
  }
}
export const libraryFunctions: readonly (readonly [string, TemplateFunction])[] = [
  ...named('toUpper upper strings.ToUpper', (value) => toText(value).toUpperCase()),
  ...named('toLower lower strings.ToLower', (value) => toText(value).toLowerCase()),
  ...named('title strings.Title', (value) => text.titleCase(toText(value))),
  ...named('trimSpace strings.TrimSpace', (value) => toText(value).trim()),
  ...named('trim strings.Trim', (first, second) =>
    second === undefined ? toText(first).trim() : text.trimCharacters(toText(second), toText(first)),
  ),
  ...named('trimPrefix strings.TrimPrefix', (prefix, value) => text.trimPrefix(toText(value), toText(prefix))),
  ...named('trimSuffix strings.TrimSuffix', (suffix, value) => text.trimSuffix(toText(value), toText(suffix))),
  ...named('contains strings.Contains', (part, value) => toText(value).includes(toText(part))),
  ...named('hasPrefix strings.HasPrefix', (prefix, value) => toText(value).startsWith(toText(prefix))),
  ...named('hasSuffix strings.HasSuffix', (suffix, value) => toText(value).endsWith(toText(suffix))),
  ...named('split strings.Split', (separator, value) => {
    const [first, second] = [toText(separator), toText(value)]
    // Both orders are in use.
    return second !== '' && first.length > second.length ? first.split(second) : second.split(first)
  }),
  ...named('splitN strings.SplitN', (...values) => {
    const [separator, count, value] = typeof values[1] === 'string' ? [values[1], values[2], values[0]] : values
    const parts = toText(value).split(toText(separator))
    const most = toNumber(count)
    return most > 0 && parts.length > most
      ? [...parts.slice(0, most - 1), parts.slice(most - 1).join(toText(separator))]
      : parts
  }),
  ...named('join conv.Join strings.Join', join),
  ...named('replaceAll replace strings.ReplaceAll strings.Replace', (from, to, value) =>
    toText(value).replaceAll(toText(from), () => toText(to)),
  ),
  ...named('repeat strings.Repeat', (times, value) => text.repeat(toText(value), toNumber(times))),
  ...named('trunc strings.Trunc', (length, value) => {
    const [all, most] = [Array.from(toText(value)), toNumber(length)]
    return (most < 0 ? all.slice(most) : all.slice(0, most)).join('')
  }),
  ...named('abbrev strings.Abbrev', (...values) =>
    text.abbreviate(toText(values.at(-1)), toNumber(values.at(-2)), values.length > 2 ? toNumber(values[0]) : 0),
  ),
  ...named('indent strings.Indent', (...values) => {
    const value = toText(values.at(-1))
    const [first, second] = values.slice(0, -1)
    const [width, by] =
      typeof first === 'string' ? [1, first] : [first === undefined ? 1 : toNumber(first), second ?? ' ']
    return text.indent(value, text.repeat(toText(by), width))
  }),
  ...named('quote strings.Quote', (...values) => values.map((value) => text.quote(toText(value))).join(' ')),
  ...named('squote strings.Squote', (...values) => values.map((value) => text.singleQuote(toText(value))).join(' ')),
  ...named('shellQuote strings.ShellQuote', (value) =>
    (Array.isArray(value) ? value : [value]).map((each) => text.shellQuote(toText(each))).join(' '),
  ),
  ...named('slug strings.Slug', (value) => text.slug(toText(value))),
  ...named('camelCase strings.CamelCase', (value) => text.camelCase(toText(value))),
  ...named('snakeCase strings.SnakeCase', (value) => text.snakeCase(toText(value))),
  ...named('kebabCase strings.KebabCase', (value) => text.kebabCase(toText(value))),
  ...named('wordWrap strings.WordWrap', (width, value) => text.wordWrap(toText(value), toNumber(width))),
  ...named('strings.RuneCount', (...values) => Array.from(values.map(toText).join('')).length),
  ...named('toString conv.ToString', toText),
  ...named('default conv.Default', (fallback, value) => (isTrue(value) ? value : fallback)),
  ...named('coalesce', (...values) => values.find(isTrue)),
  ...named('empty', (value) => !isTrue(value)),
  ...named('ternary test.Ternary', (yes, no, condition) => (isTrue(condition) ? yes : no)),
  ...named('required test.Required', (message, value) => {
    if (isTrue(value)) return value
    throw new Error(toText(message))
  }),
  ...named('fail test.Fail', (message) => {
    throw new Error(toText(message))
  }),
  ...named('add math.Add', (...values) => sum(values.flat())),
  ...named('mul math.Mul', (...values) => total(values, 1, (a, b) => a * b)),
  ...named('sub math.Sub', (a, b) => toNumber(a) - toNumber(b)),
  ...named('div math.Div', (a, b) => {
    if (toNumber(b) === 0) throw new Error('division by 0')
    return toNumber(a) / toNumber(b)
  }),
  ...named('mod rem math.Rem', (a, b) => toNumber(a) % toNumber(b)),
  ...named('pow math.Pow', (a, b) => toNumber(a) ** toNumber(b)),
  ...named('max math.Max', (...values) => extreme(values.flat(), 1)),
  ...named('min math.Min', (...values) => extreme(values.flat(), -1)),
  ...named('abs math.Abs', (value) => Math.abs(toNumber(value))),
  ...named('ceil math.Ceil', (value) => Math.ceil(toNumber(value))),
  ...named('floor math.Floor', (value) => Math.floor(toNumber(value))),
  ...named('round math.Round', (value, digits = 0) => {
    const scale = 10 ** toNumber(digits)
    return numbers.round(toNumber(value) * scale) / scale
  }),
  ...named('ftoa', (value) => String(toNumber(value))),
  ...named('humanizeBytes humanizeSize', (value) => numbers.humanizeBytes(toNumber(value))),
  ...named('humanizeDuration', (value) => time.humanizeDuration(toMs(value))),
  ...named('humanizeTime ago', (value) => `${time.humanizeDuration(time.since(time.toTime(value)).ms)} ago`),
  ...named('age time.Since', (value) => time.since(time.toTime(value))),
  ...named('time.Until', (value) => new Duration(-time.since(time.toTime(value)).ms)),
  ...named('now time.Now', () => new Date()),
  ...named('date', (layout, value) =>
    time.formatTime(value === undefined ? new Date() : time.toTime(value), toText(layout)),
  ),
  ...named('parseDateTime toDate', (...values) => time.toTime(values.at(-1))),
  ...named('time.Unix', (value) => time.toTime(toNumber(value))),
  ...named('time.ParseDuration parseDuration', toDuration),
  // Of a number, seconds.
  ...named('duration', (value) => (typeof value === 'number' ? new Duration(value * 1_000) : toDuration(value))),
  ...named('time.Hour', (count) => new Duration(toNumber(count) * hourMs)),
  ...named('time.Minute', (count) => new Duration(toNumber(count) * 60_000)),
  ...named('time.Second', (count) => new Duration(toNumber(count) * 1000)),
  ...named('time.Millisecond', (count) => new Duration(toNumber(count))),
  ...named('list coll.Slice coll.List', (...values) => values),
  ...named('dict coll.Dict', dict.create),
  ...named('has coll.Has conv.Has hasKey', (one, other) =>
    Array.isArray(other) ? hasMember(other, one) : hasMember(one, other),
  ),
  ...named('get', member),
  ...named('coll.Index', (...values) =>
    isMap(values[0]) && !isMap(values.at(-1)) && !Array.isArray(values.at(-1))
      ? values.slice(1).reduce(member, values[0])
      : values.slice(0, -1).reduce(member, values.at(-1)),
  ),
  ...named('keys coll.Keys', (...values) => values.flatMap((value) => Object.keys(toMap(value)).sort())),
  ...named('values coll.Values', (...values) =>
    values.flatMap((value) => {
      const map = toMap(value)
      return Object.keys(map)
        .sort()
        .map((key) => map[key])
    }),
  ),
  ...named('first', (value) => (typeof value === 'string' ? value.charAt(0) : toList(value)[0])),
  ...named('last', (value) => (typeof value === 'string' ? value.at(-1) : toList(value).at(-1))),
  ...named('append coll.Append', (value, list) => inOrder(value, list, (all, each) => [...all, each])),
  ...named('prepend coll.Prepend', (value, list) => inOrder(value, list, (all, each) => [each, ...all])),
  ...named('uniq coll.Uniq', (value) => unique(toList(value))),
  ...named('reverse coll.Reverse', (value) => toList(value).toReversed()),
  ...named('flatten coll.Flatten', (...values) =>
    toList(values.at(-1)).flat(values.length > 1 ? Math.min(20, toNumber(values[0])) : 20),
  ),
  ...named('merge coll.Merge', (...values) => Object.assign({}, ...values.map(toMap).toReversed()) as unknown),
  ...named('sort coll.Sort strings.Sort', (...values) => {
    const key = values.length > 1 ? toText(values[0]) : undefined
    const of = (member: unknown) => (key !== undefined && key !== '' && isMap(member) ? member[key] : member)
    return toList(values.at(-1)).toSorted((a, b) => ordered(of(a), of(b)))
  }),
  ...named('in', (owner, value) => toList(owner).some((member) => equal(member, value))),
  ...named('seq math.Seq', (...values) => {
    const [first = 0, second, step = 1] = values.flat().map(toNumber)
    const [from, to] = second === undefined ? [1, first] : [first, second]
    const length = Math.floor(Math.abs(to - from) / Math.abs(step)) + 1
    if (!(length <= 10_000)) throw new Error('the sequence is longer than 10000')
    return Array.from({ length }, (_, index) => from + index * Math.abs(step) * Math.sign(to - from || 1))
  }),
  ...named('toJSON toJson data.ToJSON', (value) => stringifyExactJson(value)),
  ...named('toJSONPretty data.ToJSONPretty', (indent, value) => stringifyExactJson(value, toText(indent))),
  ...named('toPrettyJson', (value) => stringifyExactJson(value, 2)),
  ...named('json jsonArray parseJSON fromJson data.JSON data.JSONArray', parseJson),
  ...named('toYAML toYaml data.ToYAML', (value) => formatYaml(value)),
  ...named('yaml fromYaml yamlArray data.YAML data.YAMLArray', (value): unknown =>
    withoutBigints(
      parseYaml(demandYamlDepth(toText(value)), { maxAliasCount: 50, merge: true, intAsBigInt: true }),
      (integer) => (Number.isSafeInteger(Number(integer)) ? Number(integer) : integer),
    ),
  ),
  ...named('jsonpath coll.JSONPath', (path, value) => compileJsonPath(toText(path))(parsed(value))),
  ...named('regexp.Match regexMatch', (expression, value) => toRegex(toText(expression)).test(toText(value))),
  ...named('regexp.Find regexFind', (expression, value) => toRegex(toText(expression)).exec(toText(value))?.[0] ?? ''),
  ...named('regexp.FindAll', (...values) =>
    atMost(
      Array.from(toRegex(toText(values[0])).matchAll(toText(values.at(-1))), ([found]) => found),
      values.length > 2 ? values[1] : -1,
    ),
  ),
  ...named('regexp.Replace', (expression, replacement, value) =>
    replaceMatches(toRegex(toText(expression)), toText(value), toText(replacement)),
  ),
  ...named('regexp.Split', (...values) =>
    toRegex(toText(values[0])).split(toText(values.at(-1)), values.length > 2 ? toNumber(values[1]) : -1),
  ),
  ...named('base64.Encode b64enc', (value) => Buffer.from(toText(value)).toString('base64')),
  ...named('base64.Decode b64dec', (value) => Buffer.from(toText(value), 'base64').toString()),
  ...named('crypto.SHA1 sha1sum', hash('sha1')),
  ...named('crypto.SHA256 sha256sum', hash('sha256')),
  ...named('crypto.SHA512 sha512sum', hash('sha512')),
  ...named('adler32sum', adler32),
  ...named('uuid.V4 uuidv4', () => randomUUID()),
  ...named('urlParse conv.URL', urlParts),
  ...named('filepath.Base path.Base base', (value) => basename(toText(value))),
  ...named('filepath.Dir path.Dir dir', (value) => dirname(toText(value))),
  ...named('filepath.Ext path.Ext ext', (value) => extname(toText(value))),
]
