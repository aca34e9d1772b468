import { createHash, randomInt, randomUUID } from 'node:crypto'
import { basename, dirname, extname, isAbsolute, join, matchesGlob, normalize, parse, relative } from 'node:path/posix'
import { compareText } from '#shared/primitives/compare-text.ts'
import { parseExactJson } from '#shared/primitives/exact-json.ts'
import { isId } from '#shared/primitives/id.ts'
import { Duration } from '#relay/backend/templates/duration.ts'
import { csvColumns, csvRows, parseCsv, toCsv } from '#relay/backend/templates/functions/csv-functions.ts'
import { runJmespath } from '#relay/backend/templates/functions/jmespath-functions.ts'
import { runJq } from '#relay/backend/templates/functions/jq-functions.ts'
import { matchLabel } from '#relay/backend/templates/functions/label-functions.ts'
import * as lists from '#relay/backend/templates/functions/list-functions.ts'
import { parseTime } from '#relay/backend/templates/functions/parse-time.ts'
import * as resources from '#relay/backend/templates/functions/resource-functions.ts'
import { compareVersions, parseVersion, versionMatches } from '#relay/backend/templates/functions/semver-functions.ts'
import { trimCharacters } from '#relay/backend/templates/functions/text-functions.ts'
import { fromZone, layouts, toTime } from '#relay/backend/templates/functions/time-functions.ts'
import { readToml, writeToml } from '#relay/backend/templates/functions/toml-functions.ts'
import { replaceMatches, toRegex } from '#relay/backend/templates/pattern.ts'
import { isMap, isTrue, named, toList, toMap, toNumber, toText, type TemplateFunction } from './values.ts'

type Named = readonly (readonly [string, TemplateFunction])[]
/** The map is the last argument, or the first one if only that is a map. */
const mapLast =
  (call: TemplateFunction): TemplateFunction =>
  (...values) =>
    isMap(values[0]) && !isMap(values.at(-1)) ? call(...values.slice(1), values[0]) : call(...values)

export const hash = (algorithm: string) => (value: unknown) => createHash(algorithm).update(toText(value)).digest('hex')
const hashId = (text: string): string =>
  hash('md5')(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Text that is no JSON object or array is a value of its own. */
const parsedDocument = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return parseExactJson(value)
  } catch {
    return value
  }
}

const separatorIn = (values: readonly unknown[]): string | undefined =>
  values.length > 1 ? toText(values[0]) : undefined
const textIn = (values: readonly unknown[]): string => toText(values.at(-1))

const trimLeft = (text: string, characters: string): string => {
  const set = new Set(characters)
  const all = Array.from(text)
  const start = all.findIndex((character) => !set.has(character))
  return start === -1 ? '' : all.slice(start).join('')
}
const trimRight = (text: string, characters: string): string =>
  Array.from(trimLeft(Array.from(text).toReversed().join(''), characters))
    .toReversed()
    .join('')

const randomText = (count: unknown, characters: string): string => {
  const length = toNumber(count)
  if (!(length >= 0 && length <= 10_000)) throw new Error('a random text has at most 10000 characters')
  return Array.from({ length }, () => characters.charAt(randomInt(characters.length))).join('')
}
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')

/** All between two characters; a pattern such as `[[:xdigit:]]` is not read. */
const charactersAmong = ([first, last]: readonly unknown[]): string => {
  const [from, to] = [first, last].map((value) =>
    toText(value).length === 1 ? toText(value).charCodeAt(0) : Number.NaN,
  )
  if (from === undefined || to === undefined || !(from <= to)) return letters + digits
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('')
}

const randomNumber = (first: unknown, second: unknown): number => {
  const [from, to] =
    first === undefined ? [0, 100] : second === undefined ? [0, toNumber(first)] : [toNumber(first), toNumber(second)]
  return from + randomInt(Math.max(1, to - from + 1))
}

const parseAt = (layout: unknown, value: unknown): Date => {
  const time = parseTime(toText(value), toText(layout))
  if (time === undefined) throw new Error(`${JSON.stringify(value)} is not a time of the layout ${toText(layout)}`)
  return time
}

const merge = (values: readonly unknown[]): Record<string, unknown> =>
  values.toReversed().reduce<Record<string, unknown>>((made, value) => deepMerge(made, toMap(value)), {})
const deepMerge = (under: Readonly<Record<string, unknown>>, over: Readonly<Record<string, unknown>>) => {
  const made: Record<string, unknown> = { ...under }
  for (const [name, value] of Object.entries(over)) {
    const before = made[name]
    made[name] = isMap(before) && isMap(value) ? deepMerge(before, value) : value
  }
  return made
}

const assert = (...values: readonly unknown[]): string => {
  if (isTrue(values.at(-1))) return ''
  throw new Error(values.length > 1 ? toText(values[0]) : 'assertion failed')
}

export const dataFunctions: Named = [
  ...named('csv data.CSV', (...values) => parseCsv(textIn(values), separatorIn(values))),
  ...named('csvByRow data.CSVByRow', (...values) => csvRows(textIn(values), separatorIn(values))),
  ...named('csvByColumn data.CSVByColumn', (...values) => csvColumns(textIn(values), separatorIn(values))),
  ...named('toCSV data.ToCSV', (...values) => toCsv(values.at(-1), separatorIn(values))),
  ...named('semver semver.Parse', (value) => {
    const { major, minor, patch, prerelease, metadata, original } = parseVersion(toText(value))
    const names = { Major: major, Minor: minor, Patch: patch, Prerelease: prerelease, Metadata: metadata }
    return { major, minor, patch, prerelease, metadata, original, ...names, Original: original }
  }),
  ...named('semverCompare', (constraint, value) => versionMatches(toText(constraint), toText(value))),
  ...named('semver.CheckConstraint', (constraint, value) => versionMatches(toText(constraint), toText(value))),
  ...named('semver.Compare', (one, other) => compareVersions(toText(one), toText(other))),
  ...named('matchQuery', resources.matchQuery),
  ...named('matchLabel', matchLabel),
  ...named('k8s.GetResourcesLimit k8s.GetResourcesLimits', resources.resourceLimits),
  ...named('k8s.GetResourcesRequests', resources.resourceRequests),
  ...named('k8s.NodeProperties', resources.nodeProperties),
  ...named('k8s.PodProperties', resources.podProperties),
  ...named('toml TOML data.TOML', (value) => readToml(toText(value))),
  ...named('toTOML toToml data.ToTOML', (value) => writeToml(toMap(value))),
  ...named('jq coll.JQ', (expression, value) => runJq(toText(expression), parsedDocument(value))),
  ...named('jmespath coll.JMESPath', (expression, value) => runJmespath(toText(expression), value)),
  ...named('isHealthy k8s.IsHealthy', resources.isKubernetesReady),
  ...named('isReady k8s.IsReady', resources.isKubernetesReady),
  ...named('getHealth k8s.GetHealth', resources.kubernetesState),
  ...named('getStatus k8s.GetStatus', resources.kubernetesStatus),
  ...named('k8s.Neat neat', resources.neatObject),
  ...named('k8s.Labels', resources.kubernetesLabels),
  ...named('arnToMap aws.ArnToMap', resources.parseArn),
  ...named('fromAWSMap aws.FromAWSMap', resources.tagsFromList),
  ...named('crypto.MD5 md5sum', hash('md5')),
  ...named('crypto.SHA224', hash('sha224')),
  ...named('crypto.SHA384', hash('sha384')),
  ...named('coll.Pick pick', mapLast(lists.pick)),
  ...named('coll.Omit omit', mapLast(lists.omit)),
  ...named('coll.Set', (key, value, map) => ({ ...toMap(map), [toText(key)]: value })),
  ...named('coll.Unset', (key, map) => lists.omit(key, map)),
  ...named('deepCopy mustDeepCopy', (value) => structuredClone(value)),
  ...named('mergeOverwrite', (...values) => merge(values.toReversed())),
  ...named('keyValToMap', (value) =>
    Object.fromEntries(
      toText(value)
        .split(',')
        .filter((pair) => pair.includes('='))
        .map((pair): [string, string] => [
          pair.slice(0, pair.indexOf('=')).trim(),
          pair.slice(pair.indexOf('=') + 1).trim(),
        ]),
    ),
  ),
  ...named('mapToKeyVal', (value) =>
    Object.entries(toMap(value))
      .toSorted(([one], [other]) => compareText(one, other))
      .map(([name, each]) => `${name}=${toText(each)}`)
      .join(','),
  ),
  ...named('strings.TrimLeft', (cut, value) => trimLeft(toText(value), toText(cut))),
  ...named('strings.TrimRight', (cut, value) => trimRight(toText(value), toText(cut))),
  ...named('strings.SkipLines', (count, value) => toText(value).split('\n').slice(toNumber(count)).join('\n')),
  ...named('trimAll trimall', (cut, value) => trimCharacters(toText(value), toText(cut))),
  ...named('nospace', (value) => toText(value).replaceAll(/\s+/g, '')),
  ...named(
    'nindent',
    (width, value) => `\n${toText(value).replaceAll(/^/gm, ' '.repeat(Math.min(200, toNumber(width))))}`,
  ),
  ...named('substr', (from, to, value) => {
    const end = toNumber(to)
    return Array.from(toText(value))
      .slice(toNumber(from), end < 0 ? undefined : end)
      .join('')
  }),
  ...named('regexp.QuoteMeta regexQuoteMeta', (value) =>
    toText(value).replaceAll(/[\\.+*?()|[\]{}^$]/g, String.raw`\$&`),
  ),
  ...named('regexp.ReplaceLiteral', (expression, replacement, value) =>
    replaceMatches(toRegex(toText(expression)), toText(value), toText(replacement).replaceAll('$', '$$$$')),
  ),
  ...named('math.IsInt', (value) => typeof value === 'number' && Number.isInteger(value)),
  ...named('math.IsFloat', (value) => typeof value === 'number' && !Number.isInteger(value)),
  ...named('math.IsNum', (value) => typeof value === 'number'),
  ...named('path.Clean filepath.Clean clean', (value) => normalize(toText(value)).replace(/(?<=.)\/$/, '')),
  ...named('path.IsAbs filepath.IsAbs isAbs', (value) => isAbsolute(toText(value))),
  ...named('path.Join filepath.Join', (...values) => join(...values.flat().map(toText))),
  ...named('path.Match filepath.Match', (pattern, value) => matchesGlob(toText(value), toText(pattern))),
  ...named('path.Split filepath.Split', (value) => {
    const { base } = parse(toText(value))
    return [toText(value).slice(0, toText(value).length - base.length), base]
  }),
  ...named('filepath.Rel', (from, to) => relative(toText(from), toText(to))),
  ...named('filepath.ToSlash filepath.FromSlash', toText),
  ...named('filepath.VolumeName', () => ''),
  ...named('filepath.Stem path.Stem', (value) => basename(toText(value), extname(toText(value)))),
  ...named('filepath.Parent', (value) => basename(dirname(toText(value)))),
  ...named('random.Alpha randAlpha', (count) => randomText(count, letters)),
  ...named('random.AlphaNum randAlphaNum', (count) => randomText(count, letters + digits)),
  ...named('random.String', (count, ...among) => randomText(count, charactersAmong(among.flat()))),
  ...named('random.ASCII randAscii', (count) => randomText(count, printable)),
  ...named('random.Item', (list) => {
    const members = toList(list)
    if (members.length === 0) throw new Error('the list is empty')
    return members[randomInt(members.length)]
  }),
  ...named('random.Number', randomNumber),
  ...named('random.Float', (first, second) => {
    const [from, to] = second === undefined ? [0, first ?? 1] : [first, second]
    return toNumber(from) + Math.random() * (toNumber(to) - toNumber(from))
  }),
  ...named('time.ParseLocal', parseAt),
  ...named('time.Parse', (...values) => (values.length > 1 ? parseAt(values[0], values[1]) : toTime(values[0]))),
  ...Object.entries(layouts).map(([name, layout]) => [`time.${name}`, () => layout] as const),
  ...named('time.ParseInLocation', (layout, zone, value) => fromZone(parseAt(layout, value), toText(zone))),
  ...named('time.ZoneName', () => 'UTC'),
  ...named('time.ZoneOffset', () => 0),
  ...named('time.Microsecond', (count) => new Duration(toNumber(count) / 1_000)),
  ...named('time.Nanosecond', (count) => new Duration(toNumber(count) / 1_000_000)),
  ...named('inTimeRange', (value, from, to) => {
    const time = toTime(value)
    const minutes = time.getUTCHours() * 60 + time.getUTCMinutes()
    const [start, end] = [from, to].map((text) => {
      const [hour = 0, minute = 0] = toText(text).split(':').map(Number)
      return hour * 60 + minute
    })
    return start !== undefined && end !== undefined && minutes >= start && minutes <= end
  }),
  ...named('uuid.V1', () => randomUUID()),
  ...named('uuid.HashUUID', (...values) => hashId(values.map(toText).join(''))),
  ...named('uuid.Nil', () => '00000000-0000-0000-0000-000000000000'),
  ...named('uuid.IsValid', (value) => isId(toText(value))),
  ...named('uuid.Parse', (value) => {
    if (!isId(toText(value))) throw new Error(`${JSON.stringify(value)} is not a UUID`)
    return toText(value).toLowerCase()
  }),
  ...named('assert test.Assert', assert),
]
