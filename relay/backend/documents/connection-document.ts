import type { ConnectionField } from '#shared/connections/connection-field.ts'
import { findConnectionType } from '#shared/connections/connection-types.ts'
import { initialValues } from '#shared/connections/connection-row.ts'
import { headerPrefix, isHeaderName } from '#shared/connections/connection-headers.ts'
import { isSecretReference } from '#shared/connections/secret-reference.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { formatSuggestion } from '#shared/primitives/nearest.ts'
import type { ConnectionBlock } from './connection-block.ts'
import { connectionBlocks, findBlock, toPlainKey, unavailableBlocks } from './connection-blocks.ts'
import { readSourcedText } from './sourced-text.ts'

interface ConnectionColumns {
  readonly type: string
  readonly url: string | null
  readonly username: string | null
  readonly password: string | null
  readonly certificate: string | null
  readonly properties: Readonly<Record<string, unknown>> | null
  readonly insecure_tls: boolean | null
}

type Result<T> = T | { readonly error: string }
type Row = Readonly<Record<string, unknown>>

const textColumns = ['url', 'username', 'password', 'certificate'] as const
const flatKeys = ['type', ...textColumns, 'port', 'properties', 'insecure_tls', 'insecureTLS'] as const

const readSwitch = (text: string): boolean | undefined => {
  if (/^(true|yes|on|1)$/i.test(text)) return true
  return /^(false|no|off|0|)$/i.test(text) ? false : undefined
}

const unknownField = (path: string, key: string, known: readonly string[]): { readonly error: string } => ({
  error: `${path}.${key}: unknown field${formatSuggestion(key, known)}.`,
})

const readProperties = (value: unknown): Result<{ readonly properties: Row }> => {
  if (value == null) return { properties: {} }
  if (!isMap(value)) return { error: 'spec.properties: must be a map of strings.' }
  const properties: Record<string, unknown> = {}
  for (const [key, each] of Object.entries(value)) {
    const read = isMap(each) || Array.isArray(each) ? readSourcedText(each) : { text: each }
    if ('error' in read) return { error: `spec.properties.${key}: ${read.error}.` }
    properties[key] = read.text
  }
  return { properties }
}

const readFlat = (spec: Row): Result<{ readonly row: ConnectionColumns }> => {
  const stranger = Object.keys(spec).find((key) => !flatKeys.some((each) => each === key))
  if (stranger !== undefined) return unknownField('spec', stranger, flatKeys)
  const named = typeof spec['type'] === 'string' ? spec['type'] : ''
  const type = findConnectionType(named)?.type ?? findBlock(named)?.type
  if (type === undefined) return { error: `spec.type: unknown connection type "${named}".` }
  const texts: Record<string, string | null> = {}
  for (const column of [...textColumns, 'port'] as const) {
    const read = readSourcedText(spec[column])
    if ('error' in read) return { error: `spec.${column}: ${read.error}.` }
    texts[column] = spec[column] == null ? null : read.text
  }
  const read = readProperties(spec['properties'])
  if ('error' in read) return read
  const switched = spec['insecure_tls'] ?? spec['insecureTLS'] ?? null
  const insecureTls = switched === null ? null : readSwitch(JSON.stringify(switched).replaceAll('"', ''))
  if (insecureTls === undefined) return { error: 'spec.insecure_tls: must be true or false.' }
  const { port = null, url = null, username = null, password = null, certificate = null } = texts
  const properties = port === null ? read.properties : { ...read.properties, port }
  return {
    row: {
      type,
      url,
      username,
      password,
      certificate,
      properties: spec['properties'] == null && port === null ? null : properties,
      insecure_tls: insecureTls,
    },
  }
}

const toPropertyName = (at: string): string => at.replace(/^properties\./, '')

type Texts = ReadonlyMap<string, string>

/** A field may also be named after the column or property where it is stored. */
const findStoredAt = (fields: ConnectionBlock['fields'], key: string) => {
  const isNamed = (name: string) => toPlainKey(name) === toPlainKey(key)
  const field = Object.keys(fields).find((name) => name === key) ?? Object.keys(fields).find(isNamed)
  return field === undefined ? Object.values(fields).find((at) => isNamed(toPropertyName(at))) : fields[field]
}

const readFields = (path: string, value: unknown, fields: ConnectionBlock['fields']): Result<{ texts: Texts }> => {
  if (!isMap(value)) return { error: `${path}: must be a map of fields.` }
  const texts = new Map<string, string>()
  const known = Object.keys(fields)
  for (const [key, each] of Object.entries(value)) {
    const at = findStoredAt(fields, key)
    if (at === undefined) return unknownField(path, key, known)
    const isParams = at === 'properties.params' && isMap(each)
    const read = isParams ? { text: JSON.stringify(each) } : readSourcedText(each)
    if ('error' in read) return { error: `${path}.${key}: ${read.error}.` }
    if (read.text !== '') texts.set(at, read.text)
  }
  return { texts }
}

/** `- { name, value }` for each, or a map from names to values. */
const readHeaders = (path: string, value: unknown): Result<{ readonly texts: Texts }> => {
  const named: readonly (readonly [at: string, name: unknown, value: unknown])[] = Array.isArray(value)
    ? value.map((each: unknown, index) => [`${path}[${index}]`, isMap(each) ? each['name'] : undefined, each] as const)
    : isMap(value)
      ? Object.entries(value).map(([name, each]) => [`${path}.${name}`, name, each] as const)
      : [[path, undefined, value]]
  const texts = new Map<string, string>()
  for (const [at, name, each] of named) {
    if (typeof name !== 'string' || !isHeaderName(name)) return { error: `${at}: needs the name of a header.` }
    const read = readSourcedText(each)
    if ('error' in read) return { error: `${at}: ${read.error}.` }
    if (/[\r\n]/.test(read.text)) return { error: `${at}: must be one line.` }
    texts.set(`properties.${headerPrefix}${name}`, read.text)
  }
  return { texts }
}

const readBlockTexts = (key: string, block: ConnectionBlock, value: unknown): Result<{ texts: Texts }> => {
  if (value != null && !isMap(value)) return { error: `spec.${key}: must be a map of fields.` }
  const all = Object.entries(value ?? {})
  const isNested = (name: string) => Object.hasOwn(block.nested, name)
  const isHeaders = (name: string) => name === block.headers?.field
  const own = Object.fromEntries(all.filter(([name]) => !isNested(name) && !isHeaders(name)))
  const read = readFields(`spec.${key}`, own, block.fields)
  if ('error' in read) return read
  const texts = new Map(read.texts)
  for (const [name, part] of all.filter(([each, part]) => isHeaders(each) && part != null)) {
    const headers = readHeaders(`spec.${key}.${name}`, part)
    if ('error' in headers) return headers
    for (const [at, text] of headers.texts) texts.set(at, text)
  }
  for (const [name, part] of all.filter(([each, part]) => isNested(each) && part != null)) {
    const inner = readFields(`spec.${key}.${name}`, part, block.nested[name] ?? {})
    if ('error' in inner) return inner
    for (const [at, text] of inner.texts) texts.set(at, text)
  }
  return { texts }
}

const optionNames: Readonly<Record<string, string>> = {
  starttls: 'ExplicitTLS',
  explicit: 'ExplicitTLS',
  tls: 'ImplicitTLS',
  ssl: 'ImplicitTLS',
  implicit: 'ImplicitTLS',
}

const readChoice = (text: string, { options }: ConnectionField): string | undefined => {
  const named = optionNames[text.toLowerCase()]
  return options.find((option) => option.toLowerCase() === text.toLowerCase()) ?? options.find((one) => one === named)
}

const findFieldError = (key: string, { type, fields, needs, parts }: ConnectionBlock, texts: Texts) => {
  const nameAt = (at: string) => Object.keys(fields).find((name) => fields[name] === at) ?? at
  const isMissing = (name: string) => !texts.has(fields[name] ?? '')
  if (needs.length > 0 && needs.every(isMissing)) {
    const [first = '', ...others] = needs
    return others.length === 0 ? `spec.${key}.${first}: required.` : `spec.${key}: needs ${needs.join(' or ')}.`
  }
  const missing = texts.has('url') ? undefined : parts.find(isMissing)
  if (missing !== undefined) return `spec.${key}.${missing}: required.`
  const port = texts.get('properties.port') ?? ''
  if (port !== '' && !isSecretReference(port) && !(/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536))
    return `spec.${key}.port: must be a port from 1 to 65535, got "${port}".`
  if (readSwitch(texts.get('insecure_tls') ?? '') === undefined)
    return `spec.${key}.${nameAt('insecure_tls')}: must be true or false.`
  for (const field of findConnectionType(type)?.fields ?? []) {
    const text = field.input === 'choice' && field.at !== null ? texts.get(field.at) : undefined
    if (text !== undefined && readChoice(text, field) === undefined)
      return `spec.${key}.${nameAt(field.at ?? '')}: must be one of ${field.options.join(', ')}, got "${text}".`
  }
  return undefined
}

const buildServerUrl = (server: NonNullable<ConnectionBlock['server']>, texts: Texts): string => {
  const inline = (at: string): string => {
    const text = texts.get(at) ?? ''
    return isSecretReference(text) ? `$(${at})` : text
  }
  const hasLogin = server.databaseIn !== null && (texts.has('username') || texts.has('password'))
  const database = inline('properties.database')
  const query = [
    ...(server.databaseIn === 'query' && database !== '' ? [`database=${database}`] : []),
    ...['sslmode', 'replicaSet'].flatMap((name) => {
      const text = inline(`properties.${name}`)
      return text === '' ? [] : [`${name}=${text}`]
    }),
  ].join('&')
  return [
    server.scheme === '' ? '' : `${server.scheme}://`,
    hasLogin ? '$(username):$(password)@' : '',
    `${inline('properties.host')}:${inline('properties.port') || server.port}`,
    server.databaseIn === 'path' && database !== '' ? `/${database}` : '',
    query === '' ? '' : `${server.databaseIn === 'path' && database === '' ? '/' : ''}?${query}`,
  ].join('')
}

/** An address names a stored reference by its placeholder, because it is resolved only when it is used. */
const addressValues = (initial: Readonly<Record<string, string>>, texts: Texts) => ({
  ...initial,
  ...Object.fromEntries(
    [...texts].map(([at, text]) => [
      toPropertyName(at),
      isSecretReference(text) ? `$(${at})` : at === 'insecure_tls' ? String(readSwitch(text) === true) : text,
    ]),
  ),
  ...(texts.has('url') && { webhook: texts.get('url') ?? '' }),
})

const buildUrl = (block: ConnectionBlock, texts: Texts): string | undefined => {
  const url = texts.get('url')
  const type = findConnectionType(block.type)
  if (type?.address !== undefined && (url === undefined || type.readAddress !== undefined))
    return type.address(addressValues(initialValues(type), texts)).replaceAll('%24(', '$(')
  return (
    url ??
    (block.server === undefined || !texts.has('properties.host') ? undefined : buildServerUrl(block.server, texts))
  )
}

const toColumns = (block: ConnectionBlock, texts: Texts, extra: Row): ConnectionColumns => {
  const type = findConnectionType(block.type)
  const properties: Record<string, unknown> = {}
  for (const { at, initial } of type?.address === undefined ? [] : type.fields)
    if (at?.startsWith('properties.') === true && initial !== '') properties[toPropertyName(at)] = initial
  for (const [at, text] of texts) {
    const field = type?.fields.find((each) => each.at === at)
    const chosen = field?.input === 'choice' ? readChoice(text, field) : undefined
    if (at.startsWith('properties.')) properties[toPropertyName(at)] = chosen ?? text
  }
  return {
    type: block.type,
    url:
      buildUrl(
        block,
        new Map([
          ...texts,
          ...Object.entries(properties).map(([name, text]) => [`properties.${name}`, String(text)] as const),
        ]),
      ) ?? null,
    username: texts.get('username') ?? null,
    password: texts.get('password') ?? null,
    certificate: texts.get('certificate') ?? null,
    properties: { ...properties, ...extra },
    insecure_tls: readSwitch(texts.get('insecure_tls') ?? '') === true,
  }
}

/** Reads `spec.type` with the columns of a row, or one block named after the type. */
export const readConnectionSpec = (spec: unknown): Result<{ readonly row: ConnectionColumns }> => {
  if (!isMap(spec)) return { error: 'spec: must be a map with the block of a connection type, such as http.' }
  if (Object.hasOwn(spec, 'type')) return readFlat(spec)
  const { properties: extra, ...blocks } = spec
  const keys = Object.keys(blocks).filter((key) => blocks[key] !== undefined)
  const [key, second] = keys
  if (key === undefined)
    return { error: 'spec: needs the block of a connection type, such as http or postgres, or spec.type.' }
  const unknown = keys.find((each) => findBlock(each) === undefined)
  if (unknown !== undefined && flatKeys.some((each) => each === unknown))
    return { error: `spec.type: required, or write ${unknown} in the block of a connection type, such as http.` }
  const reason = unknown === undefined ? undefined : unavailableBlocks[unknown.toLowerCase()]
  if (reason !== undefined) return { error: `spec.${unknown}: cannot work here: ${reason}.` }
  if (unknown !== undefined) {
    const known = connectionBlocks.flatMap((each) => each.keys.slice(0, 1))
    const hint = formatSuggestion(unknown, known) || `. Connection types: ${known.join(', ')}`
    return { error: `spec.${unknown}: unknown connection type${hint}.` }
  }
  if (second !== undefined)
    return { error: `spec.${second}: the connection already has the type ${key}. Write one document for each type.` }
  const block = findBlock(key)
  if (block === undefined) return { error: `spec.${key}: unknown connection type.` }
  const read = readBlockTexts(key, block, blocks[key])
  if ('error' in read) return read
  const error = findFieldError(key, block, read.texts)
  if (error !== undefined) return { error }
  const more = readProperties(extra)
  return 'error' in more ? more : { row: toColumns(block, read.texts, more.properties) }
}
