import { decodeEscapes } from '#shared/primitives/decode-uri.ts'

export interface ConnectionParts {
  readonly host: string
  readonly port: string
  readonly user: string
  readonly password: string
  readonly database: string
  readonly parameters: readonly (readonly [string, string])[]
}

/**
 * Reads Go's `user:password@tcp(host:port)/database`, PostgreSQL's `host=… password='…'`, `Server=…;User
 * Id=…;Password=…` and JDBC's.
 */
export const readConnectionText = (text: string): ConnectionParts | undefined =>
  readJdbc(text) ?? readGo(text) ?? readPairs(text)

export const connectionUrl =
  (scheme: string) =>
  (text: string): string => {
    const parts = readConnectionText(text)
    return parts === undefined ? text : formatConnectionUrl(scheme, parts)
  }

export const formatConnectionUrl = (
  scheme: string,
  { host, port, user, password, database, parameters }: ConnectionParts,
): string => {
  const login = user === '' && password === '' ? '' : `${inUrl(user)}${password === '' ? '' : `:${inUrl(password)}`}@`
  const isSocket = host.startsWith('/')
  const query = [...(isSocket ? [['host', host] as const] : []), ...parameters].map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  const authority = isSocket ? '' : `${host.includes(':') ? `[${host}]` : host}${port === '' ? '' : `:${port}`}`
  return `${scheme}://${login}${authority}/${inUrl(database)}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

/** References such as `$(password)` are filled in later. */
const inUrl = (text: string): string => encodeURIComponent(text).replaceAll('%24(', '$(')

const go = /^(?:([^:@/]*)(?::(.*))?@)?(?:(?:tcp[46]?)\(([^()]*)\)|unix\(([^()]*)\))\/([^?]*)(?:\?(.*))?$/s

const readGo = (text: string): ConnectionParts | undefined => {
  const [whole, user = '', password = '', address = '', socket, database = '', query = ''] = go.exec(text) ?? []
  if (whole === undefined) return undefined
  const parameters = [...new URLSearchParams(query)]
  return { ...hostAndPort(socket ?? address), user, password, database, parameters }
}

const hostAndPort = (address: string): { host: string; port: string } => {
  if (address.startsWith('/')) return { host: address, port: '' }
  const [, host = address, port = ''] = /^(.*?)(?:[:,](\d+))?$/.exec(address.replace(/^tcp:/i, '')) ?? []
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port }
}

const readJdbc = (text: string): ConnectionParts | undefined => {
  const [, rest] = /^jdbc:[a-z]+:\/\/(.*)$/is.exec(text) ?? []
  if (rest === undefined) return undefined
  const [, address = '', database = '', query = '', pairs = ''] =
    /^([^/?;]*)(?:\/([^?;]*))?(?:\?([^;]*))?(.*)$/s.exec(rest) ?? []
  const options = [...new URLSearchParams(query), ...(parsePairs(pairs.replace(/^;/, ''), semicolons) ?? [])]
  return fromPairs([['host', address], ['database', decodeEscapes(database)], ...options])
}

const spaced = /\s*(\w+)\s*=\s*(?:'((?:\\.|[^'\\])*)'|((?:\\.|[^\s'\\])*))(?:\s+|$)/gsy
const semicolons = /\s*(\w+(?: \w+)*)\s*=\s*(?:'((?:''|[^'])*)'|"((?:""|[^"])*)"|([^;]*))\s*(?:;|$)/gsy

export const longestConnectionText = 4_096

export const findSeparator = (text: string): ' ' | ';' | undefined => {
  if (!text.includes('=') || text.length > longestConnectionText) return undefined
  const bySpaces = parsePairs(text, spaced)
  const first = bySpaces === undefined ? '' : hostIn(bySpaces)
  if (first !== '' && !first.includes(';')) return ' '
  return text.includes(';') && hostIn(parsePairs(text, semicolons) ?? []) !== '' ? ';' : undefined
}

const readPairs = (text: string): ConnectionParts | undefined => {
  const separator = findSeparator(text)
  return separator === undefined
    ? undefined
    : fromPairs(parsePairs(text, separator === ' ' ? spaced : semicolons) ?? [])
}

const hostIn = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.findLast(([name]) => names.host.has(name.toLowerCase()))?.[1] ?? ''

const parsePairs = (text: string, pattern: RegExp): [string, string][] | undefined => {
  const pairs: [string, string][] = []
  let end = 0
  for (const [whole, name = '', ...values] of text.matchAll(pattern)) {
    end += whole.length
    const value = values.find((each) => each !== undefined) ?? ''
    pairs.push([name, pattern === spaced ? value.replaceAll(/\\(.)/gs, '$1') : unquoted(value, whole)])
  }
  return end === text.length && pairs.length > 0 ? pairs : undefined
}

const unquoted = (value: string, whole: string): string => {
  const [, quote] = /=\s*(['"])/.exec(whole) ?? []
  return quote === undefined ? value.trim() : value.replaceAll(quote + quote, quote)
}

const names = {
  host: new Set(['host', 'hostaddr', 'server', 'servername', 'data source', 'addr', 'address', 'network address']),
  port: new Set(['port', 'portnumber']),
  user: new Set(['user', 'user id', 'userid', 'uid', 'username', 'user name']),
  password: new Set(['password', 'pwd']),
  database: new Set(['dbname', 'database', 'databasename', 'initial catalog']),
}

const fromPairs = (pairs: readonly (readonly [string, string])[]): ConnectionParts => {
  const of = (known: ReadonlySet<string>) => pairs.findLast(([name]) => known.has(name.toLowerCase()))?.[1] ?? ''
  const isKnown = (name: string) => Object.values(names).some((known) => known.has(name.toLowerCase()))
  const { host, port } = hostAndPort(of(names.host))
  return {
    host,
    port: of(names.port) || port,
    user: of(names.user),
    password: of(names.password),
    database: of(names.database),
    parameters: pairs.filter(([name]) => !isKnown(name)),
  }
}
