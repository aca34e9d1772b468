import { createHash, randomUUID } from 'node:crypto'
import { basename, dirname, extname } from 'node:path/posix'
import { parse as parseYaml, stringify as toYaml } from 'yaml'
import { Duration, parseDuration } from '#relay/backend/templates/duration.ts'
import * as numbers from '#relay/backend/templates/functions/number-functions.ts'
import * as text from '#relay/backend/templates/functions/text-functions.ts'
import * as time from '#relay/backend/templates/functions/time-functions.ts'
import { compileJsonPath } from '#relay/backend/templates/json-path.ts'
import { patternOf, replaceMatches } from '#relay/backend/templates/pattern.ts'
import type { TemplateFunction } from './functions.ts'
import { equal, isMap, isTrue, kindOf, listOf, mapOf, numberOf, ordered, printed, textOf } from './values.ts'

const durationOf = (value: unknown): Duration => {
  const duration = value instanceof Duration ? value : parseDuration(textOf(value))
  if (duration === undefined) throw new Error(`${JSON.stringify(value)} is no duration such as 90s or 1h30m`)
  return duration
}
const msOf = (value: unknown): number => (typeof value === 'number' ? value : durationOf(value).ms)
const total = (values: readonly unknown[], start: number, add: (sum: number, value: number) => number): number =>
  values.flat().map(numberOf).reduce(add, start)
const hash = (algorithm: string) => (value: unknown) => createHash(algorithm).update(textOf(value)).digest('hex')
const hasMember = (owner: unknown, key: unknown): boolean =>
  Array.isArray(owner)
    ? owner.some((member) => JSON.stringify(member) === JSON.stringify(key))
    : Object.hasOwn(mapOf(owner), textOf(key))
const unique = (values: readonly unknown[]): unknown[] =>
  values.filter(
    (value, index) => values.findIndex((other) => JSON.stringify(other) === JSON.stringify(value)) === index,
  )
const flat = (values: readonly unknown[]): unknown[] => values.flat(20)
const dict = (...values: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    values
      .filter((_, index) => index % 2 === 0)
      .map((key, index): [string, unknown] => [textOf(key), values[index * 2 + 1] ?? '']),
  )
/** A list joins with the separator that stands on either side of it: both orders are in use. */
const join = (first: unknown, second: unknown = ''): string => {
  const [list, separator] = Array.isArray(first) ? [first, second] : [listOf(second), first]
  return list.map((member: unknown) => printed(member)).join(textOf(separator))
}
const parseJson = (value: unknown): unknown => {
  try {
    return JSON.parse(textOf(value)) as unknown
  } catch {
    throw new Error('it is no JSON')
  }
}
const urlParts = (value: unknown): Record<string, unknown> => {
  if (!URL.canParse(textOf(value))) throw new Error(`${JSON.stringify(value)} is no address`)
  const url = new URL(textOf(value))
  return {
    Scheme: url.protocol.slice(0, -1),
    Host: url.host,
    Hostname: url.hostname,
    Port: url.port,
    Path: url.pathname,
    RawQuery: url.search.slice(1),
    Fragment: url.hash.slice(1),
  }
}
/** A function under each of its names; a name with a dot belongs to a group, as in `strings.Split`. */
const named = (names: string, call: TemplateFunction): (readonly [string, TemplateFunction])[] =>
  names.split(' ').map((name) => [name, call])

/** What this field's documents call beyond Go's own functions; where names differ among libraries, all are accepted. */
export const libraryFunctions: readonly (readonly [string, TemplateFunction])[] = [
  ...named('toUpper upper strings.ToUpper', (value) => textOf(value).toUpperCase()),
  ...named('toLower lower strings.ToLower', (value) => textOf(value).toLowerCase()),
  ...named('title strings.Title', (value) => text.titleCase(textOf(value))),
  ...named('trimSpace strings.TrimSpace', (value) => textOf(value).trim()),
  ...named('trim strings.Trim', (first, second) =>
    second === undefined ? textOf(first).trim() : text.trimLetters(textOf(second), textOf(first)),
  ),
  ...named('trimPrefix strings.TrimPrefix', (prefix, value) => text.trimPrefix(textOf(value), textOf(prefix))),
  ...named('trimSuffix strings.TrimSuffix', (suffix, value) => text.trimSuffix(textOf(value), textOf(suffix))),
  ...named('contains strings.Contains', (part, value) => textOf(value).includes(textOf(part))),
  ...named('hasPrefix strings.HasPrefix', (prefix, value) => textOf(value).startsWith(textOf(prefix))),
  ...named('hasSuffix strings.HasSuffix', (suffix, value) => textOf(value).endsWith(textOf(suffix))),
  ...named('split strings.Split', (separator, value) => textOf(value).split(textOf(separator))),
  ...named('splitN strings.SplitN', (separator, count, value) => {
    const parts = textOf(value).split(textOf(separator))
    const most = numberOf(count)
    return most > 0 && parts.length > most
      ? [...parts.slice(0, most - 1), parts.slice(most - 1).join(textOf(separator))]
      : parts
  }),
  ...named('join conv.Join strings.Join', join),
  ...named('replaceAll replace strings.ReplaceAll strings.Replace', (from, to, value) =>
    textOf(value).replaceAll(textOf(from), () => textOf(to)),
  ),
  ...named('repeat strings.Repeat', (times, value) => text.repeat(textOf(value), numberOf(times))),
  ...named('trunc strings.Trunc', (length, value) => Array.from(textOf(value)).slice(0, numberOf(length)).join('')),
  ...named('abbrev strings.Abbrev', (width, value) => text.abbreviate(textOf(value), numberOf(width))),
  ...named('indent strings.Indent', (...values) => {
    const value = textOf(values.at(-1))
    const [first, second] = values.slice(0, -1)
    const [width, by] =
      typeof first === 'string' ? [1, first] : [first === undefined ? 1 : numberOf(first), second ?? ' ']
    return text.indent(value, text.repeat(textOf(by), width))
  }),
  ...named('quote strings.Quote', (value) => text.quote(textOf(value))),
  ...named('squote strings.Squote', (value) => text.singleQuote(textOf(value))),
  ...named('shellQuote strings.ShellQuote', (value) => text.shellQuote(textOf(value))),
  ...named('slug strings.Slug', (value) => text.slug(textOf(value))),
  ...named('camelCase strings.CamelCase', (value) => text.camelCase(textOf(value))),
  ...named('snakeCase strings.SnakeCase', (value) => text.snakeCase(textOf(value))),
  ...named('kebabCase strings.KebabCase', (value) => text.kebabCase(textOf(value))),
  ...named('wordWrap strings.WordWrap', (width, value) => text.wordWrap(textOf(value), numberOf(width))),
  ...named('strings.RuneCount', (...values) => Array.from(values.map(textOf).join('')).length),
  ...named('toString conv.ToString', textOf),
  ...named('atoi int conv.Atoi conv.ToInt conv.ToInt64 conv.ParseInt', (value) => Math.trunc(numberOf(value))),
  ...named('float64 float conv.ToFloat64 conv.ParseFloat', numberOf),
  ...named('bool conv.Bool conv.ToBool', (value) =>
    ['true', 't', 'yes', 'y', 'on', '1'].includes(textOf(value).toLowerCase()),
  ),
  ...named('default conv.Default', (fallback, value) => (isTrue(value) ? value : fallback)),
  ...named('coalesce', (...values) => values.find(isTrue)),
  ...named('empty', (value) => !isTrue(value)),
  ...named('ternary test.Ternary', (yes, no, condition) => (isTrue(condition) ? yes : no)),
  ...named('required test.Required', (message, value) => {
    if (isTrue(value)) return value
    throw new Error(textOf(message))
  }),
  ...named('fail test.Fail', (message) => {
    throw new Error(textOf(message))
  }),
  ...named('kind test.Kind kindOf', kindOf),
  ...named('add math.Add', (...values) => total(values, 0, (a, b) => a + b)),
  ...named('mul math.Mul', (...values) => total(values, 1, (a, b) => a * b)),
  ...named('sub math.Sub', (a, b) => numberOf(a) - numberOf(b)),
  ...named('div math.Div', (a, b) => {
    if (numberOf(b) === 0) throw new Error('nothing can be divided by 0')
    return numberOf(a) / numberOf(b)
  }),
  ...named('mod rem math.Rem', (a, b) => numberOf(a) % numberOf(b)),
  ...named('pow math.Pow', (a, b) => numberOf(a) ** numberOf(b)),
  ...named('max math.Max', (...values) => Math.max(...values.flat().map(numberOf))),
  ...named('min math.Min', (...values) => Math.min(...values.flat().map(numberOf))),
  ...named('abs math.Abs', (value) => Math.abs(numberOf(value))),
  ...named('ceil math.Ceil', (value) => Math.ceil(numberOf(value))),
  ...named('floor math.Floor', (value) => Math.floor(numberOf(value))),
  ...named('round math.Round', (value) => numbers.round(numberOf(value))),
  ...named('ftoa', (value) => String(numberOf(value))),
  ...named('humanizeBytes humanizeSize', (value) => numbers.humanizeBytes(numberOf(value))),
  ...named('humanizeDuration', (value) => time.humanizeDuration(msOf(value))),
  ...named('humanizeTime ago', (value) => `${time.humanizeDuration(time.since(time.timeOf(value)).ms)} ago`),
  ...named('age time.Since', (value) => time.since(time.timeOf(value))),
  ...named('time.Until', (value) => new Duration(-time.since(time.timeOf(value)).ms)),
  ...named('now time.Now', () => new Date()),
  ...named('date', (layout, value) =>
    time.formatTime(value === undefined ? new Date() : time.timeOf(value), textOf(layout)),
  ),
  ...named('parseDateTime toDate time.Parse', (...values) => time.timeOf(values.at(-1))),
  ...named('time.Unix', (value) => time.timeOf(numberOf(value))),
  ...named('time.ParseDuration parseDuration duration', durationOf),
  ...named('time.Hour', (count) => new Duration(numberOf(count) * 3_600_000)),
  ...named('time.Minute', (count) => new Duration(numberOf(count) * 60_000)),
  ...named('time.Second', (count) => new Duration(numberOf(count) * 1000)),
  ...named('time.Millisecond', (count) => new Duration(numberOf(count))),
  ...named('list coll.Slice coll.List', (...values) => values),
  ...named('dict coll.Dict', dict),
  ...named('has coll.Has hasKey', hasMember),
  ...named('get coll.Index', (owner, key) => {
    const map = mapOf(owner)
    return Object.hasOwn(map, textOf(key)) ? map[textOf(key)] : undefined
  }),
  ...named('keys coll.Keys', (...values) => values.flatMap((value) => Object.keys(mapOf(value)).sort())),
  ...named('values coll.Values', (...values) =>
    values.flatMap((value) => {
      const map = mapOf(value)
      return Object.keys(map)
        .sort()
        .map((key) => map[key])
    }),
  ),
  ...named('first', (value) => (typeof value === 'string' ? value.charAt(0) : listOf(value)[0])),
  ...named('last', (value) => (typeof value === 'string' ? value.at(-1) : listOf(value).at(-1))),
  ...named('append coll.Append', (value, list) => [...listOf(list), value]),
  ...named('prepend coll.Prepend', (value, list) => [value, ...listOf(list)]),
  ...named('uniq coll.Uniq', (value) => unique(listOf(value))),
  ...named('reverse coll.Reverse', (value) => listOf(value).toReversed()),
  ...named('flatten coll.Flatten', (...values) => flat(listOf(values.at(-1)))),
  ...named('merge coll.Merge', (...values) => Object.assign({}, ...values.map(mapOf).toReversed()) as unknown),
  ...named('sort coll.Sort strings.Sort', (...values) => {
    const key = values.length > 1 ? textOf(values[0]) : undefined
    const of = (member: unknown) => (key !== undefined && key !== '' && isMap(member) ? member[key] : member)
    return listOf(values.at(-1)).toSorted((a, b) => ordered(of(a), of(b)))
  }),
  ...named('in', (owner, value) => listOf(owner).some((member) => equal(member, value))),
  ...named('seq math.Seq', (...values) => {
    const [first = 0, second, step = 1] = values.map(numberOf)
    const [from, to] = second === undefined ? [1, first] : [first, second]
    const length = Math.floor(Math.abs(to - from) / Math.abs(step)) + 1
    if (!(length <= 10_000)) throw new Error('it would count beyond 10000')
    return Array.from({ length }, (_, index) => from + index * Math.abs(step) * Math.sign(to - from || 1))
  }),
  ...named('toJSON toJson data.ToJSON', (value) => JSON.stringify(value ?? null)),
  ...named('toJSONPretty data.ToJSONPretty', (indent, value) => JSON.stringify(value ?? null, null, textOf(indent))),
  ...named('toPrettyJson', (value) => JSON.stringify(value ?? null, null, 2)),
  ...named('json jsonArray parseJSON fromJson data.JSON data.JSONArray', parseJson),
  ...named('toYAML toYaml data.ToYAML', (value) => toYaml(value)),
  ...named('yaml fromYaml yamlArray data.YAML data.YAMLArray', (value): unknown =>
    parseYaml(textOf(value), { maxAliasCount: 50 }),
  ),
  ...named('jsonpath coll.JSONPath', (path, value) => compileJsonPath(textOf(path))(mapOf(value))),
  ...named('regexp.Match regexMatch', (expression, value) => patternOf(textOf(expression)).test(textOf(value))),
  ...named(
    'regexp.Find regexFind',
    (expression, value) => patternOf(textOf(expression)).exec(textOf(value))?.[0] ?? '',
  ),
  ...named('regexp.FindAll', (...values) =>
    Array.from(patternOf(textOf(values[0])).matchAll(textOf(values.at(-1))), ([found]) => found),
  ),
  ...named('regexp.Replace regexReplaceAll', (expression, replacement, value) =>
    replaceMatches(patternOf(textOf(expression)), textOf(value), textOf(replacement)),
  ),
  ...named('regexp.Split', (...values) => patternOf(textOf(values[0])).split(textOf(values.at(-1)), -1)),
  ...named('base64.Encode b64enc', (value) => Buffer.from(textOf(value)).toString('base64')),
  ...named('base64.Decode b64dec', (value) => Buffer.from(textOf(value), 'base64').toString()),
  ...named('crypto.SHA1', hash('sha1')),
  ...named('crypto.SHA256 sha256sum', hash('sha256')),
  ...named('crypto.SHA512', hash('sha512')),
  ...named('uuid.V4 uuidv4', () => randomUUID()),
  ...named('urlParse conv.URL', urlParts),
  ...named('filepath.Base path.Base', (value) => basename(textOf(value))),
  ...named('filepath.Dir path.Dir', (value) => dirname(textOf(value))),
  ...named('filepath.Ext path.Ext', (value) => extname(textOf(value))),
]
