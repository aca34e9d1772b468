import { isIP, isIPv4, isIPv6 } from 'node:net'
import { LookupError } from './dns-client.ts'
import { InvalidMessage, recordTypes, type DnsResponse, type MessageReader, type RecordType } from './dns-message.ts'

/** Sorted, in a form in which equal records of this type are equal strings. Only text is case-sensitive (RFC 4343). */
export const normalizeRecords = (type: string | undefined, records: readonly string[]): string[] =>
  records
    .map((record) => (type === 'TXT' ? JSON.stringify(withoutQuotes(record)) : normalizeRecord(withoutQuotes(record))))
    .toSorted()

const quotedParts = /^(?:"(?:[^"\\]|\\.)*"\s*)+$/s
const quoted = /"((?:[^"\\]|\\.)*)"\s*/gs

/** Zone files and `dig` write text in quotes, and long text in several parts. */
const withoutQuotes = (record: string): string => {
  const start = /^\d+ \w+ (?=")/.exec(record)?.[0] ?? ''
  const text = record.slice(start.length)
  if (!quotedParts.test(text)) return record
  return start + text.replaceAll(quoted, (_, part: string) => part.replaceAll(/\\(.)/gs, '$1'))
}

const normalizeRecord = (record: string): string => {
  const text = record.trim().toLowerCase()
  return isIPv6(text) ? normalizeIPv6(text) : text.replaceAll(/\.(?=\s|$)/g, '').trim()
}

/** The URL parser writes each address in one form; it accepts no zone. */
const normalizeIPv6 = (address: string): string =>
  URL.canParse(`http://[${address}]`) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address

/** Of the name in the query, or of the one that its aliases end at. Throws InvalidMessage and LookupError. */
export const findRecords = ({ name, answers }: DnsResponse, type: RecordType): string[] => {
  const visited = new Set<string>()
  let owner = name
  for (;;) {
    const own = answers.filter((record) => record.owner === owner)
    const found = own.filter((record) => record.type === recordTypes[type])
    if (found.length > 0) return found.map(({ data }) => formatRecord(type, data)).toSorted()
    const alias = own.find((record) => record.type === recordTypes.CNAME)
    if (alias === undefined) return []
    visited.add(owner)
    owner = alias.data.name().toLowerCase()
    if (visited.has(owner)) throw new LookupError('its aliases form a loop')
  }
}

const formatRecord = (type: RecordType, data: MessageReader): string => {
  const text = formatData[type](data)
  if (!data.isAtEnd) throw new InvalidMessage('more data than its record')
  return text
}

const formatData: Readonly<Record<RecordType, (data: MessageReader) => string>> = {
  A: (data) => [...data.bytes(4)].join('.'),
  AAAA: (data) =>
    normalizeIPv6(
      data
        .bytes(16)
        .toString('hex')
        .replaceAll(/(.{4})(?!$)/g, '$1:'),
    ),
  CNAME: (data) => data.name(),
  NS: (data) => data.name(),
  PTR: (data) => data.name(),
  TXT: (data) => {
    const chunks: Buffer[] = []
    while (!data.isAtEnd) chunks.push(data.bytes(data.number(1)))
    return readTxt(Buffer.concat(chunks))
  },
  MX: (data) => {
    const priority = data.number(2)
    return `${data.name() || '.'} ${priority}`
  },
  SRV: (data) => `${data.number(2)} ${data.number(2)} ${data.number(2)} ${data.name() || '.'}`,
  CAA: (data) => {
    const flags = data.number(1)
    const tag = data.bytes(data.number(1)).toString('latin1')
    return `${flags} ${tag} ${JSON.stringify(data.rest().toString('latin1'))}`
  },
  SOA: (data) => {
    const [server, mailbox, serial] = [data.name(), data.name(), data.number(4)]
    data.bytes(16)
    return `${server} ${mailbox} ${serial}`
  },
}

/** Most name servers store UTF-8; other text is read byte by byte. */
const readTxt = (text: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text)
  } catch {
    return text.toString('latin1')
  }
}

/** The name under which the PTR records of an address are. Undefined for other text. */
export const toReverseName = (address: string): string | undefined => {
  if (isIPv4(address)) return `${address.split('.').toReversed().join('.')}.in-addr.arpa`
  if (isIP(address) === 0) return undefined
  const digits = expandIPv6(normalizeIPv6(address)).split('')
  return `${digits.toReversed().join('.')}.ip6.arpa`
}

const toDigits = (groups: string) =>
  groups
    .split(':')
    .filter(Boolean)
    .map((group) => group.padStart(4, '0'))
    .join('')

const expandIPv6 = (address: string): string => {
  const [head = '', tail = ''] = address.split('::').map(toDigits)
  return `${head}${tail.padStart(32 - head.length, '0')}`
}
