import { createHash } from 'node:crypto'
import type { FieldMapping } from '#shared/logs/field-mapping.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { toShownText } from '#shared/primitives/to-shown-text.ts'
import { readTime } from '#relay/backend/parsing/read-time.ts'

type MappedField = Exclude<keyof FieldMapping, 'ignore'>

const usualNames: Readonly<Record<MappedField, readonly string[]>> = {
  id: [],
  message: ['message', 'msg', 'log'],
  timestamp: ['@timestamp', 'timestamp', 'time', 'ts'],
  severity: ['severity', 'level', 'detected_level'],
  host: ['host', 'hostname'],
  source: ['source', 'service', 'app'],
}

export interface RawLine {
  readonly fields: Readonly<Record<string, unknown>>
  /** Apply where no field of the mapping has a value. */
  readonly id?: string | undefined
  readonly message?: string | undefined
  readonly at?: string | undefined
}

/** Fields that documents in use read. `count` and `hash` group similar lines. */
export interface LogLine {
  readonly id: string
  readonly message: string
  readonly severity: string
  readonly host: string
  readonly source: string
  readonly timestamp: string
  readonly firstObserved: string
  readonly count: number
  readonly hash: string
  readonly labels: Readonly<Record<string, string>>
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Lines that differ only in numbers and ids have one hash. */
export const hashMessage = (message: string): string =>
  digest(
    message
      .replaceAll(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<uuid>')
      .replaceAll(/\b(?=[a-f]*\d)[0-9a-f]{7,64}\b/gi, '<hex>')
      .replaceAll(/\d+/g, '<number>'),
  )

/** `kubernetes.pod.name` is a field of that name, or a path. */
const fieldAt = (fields: RawLine['fields'], name: string): unknown => {
  if (fields[name] !== undefined) return fields[name]
  let value: unknown = fields
  for (const key of name.split('.')) value = isMap(value) ? value[key] : undefined
  return value
}

const toIso = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const time = readTime(value)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

export const toLogLine = ({ fields, ...known }: RawLine, mapping: FieldMapping = {}): LogLine => {
  const used = new Set(mapping.ignore)
  const find = (field: MappedField): unknown => {
    const name = (mapping[field] ?? usualNames[field]).find((each) => toShownText(fieldAt(fields, each)) !== undefined)
    if (name === undefined) return undefined
    used.add(name)
    return fieldAt(fields, name)
  }
  // Without a mapping, the text of a line takes precedence over a label with the name of a message.
  const message =
    (mapping.message === undefined ? known.message : undefined) ?? toShownText(find('message')) ?? known.message
  const timestamp =
    (mapping.timestamp === undefined ? known.at : undefined) ?? toIso(find('timestamp')) ?? known.at ?? ''
  const [id, severity, host, source] = (['id', 'severity', 'host', 'source'] as const).map((field) =>
    toShownText(find(field)),
  )
  const text = message ?? ''
  return {
    id: id ?? known.id ?? digest(JSON.stringify([timestamp, text, fields])),
    message: text,
    severity: severity?.toLowerCase() ?? '',
    host: host ?? '',
    source: source ?? '',
    timestamp,
    firstObserved: timestamp,
    count: 1,
    hash: hashMessage(text),
    labels: Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => {
        const label = used.has(name) ? undefined : toShownText(value)
        return label === undefined ? [] : [[name, label] as const]
      }),
    ),
  }
}
