import { randomInt } from 'node:crypto'
import { domainToASCII } from 'node:url'

export const recordTypes = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  CAA: 257,
} as const
export type RecordType = keyof typeof recordTypes

const optionsType = 41
const internetClass = 1
const headerLength = 12
/** Passes every network without fragments (DNS Flag Day 2020). */
const datagramLength = 1_232

interface DnsRecord {
  readonly owner: string
  readonly type: number
  readonly data: MessageReader
}

export interface DnsResponse {
  readonly name: string
  readonly code: number
  readonly isTruncated: boolean
  /** Names other name servers instead of an answer. */
  readonly isReferral: boolean
  readonly answers: readonly DnsRecord[]
}

/** A response to the query that no client could use. */
export class InvalidMessage extends Error {
  override readonly name = 'InvalidMessage'
}

export class MessageReader {
  readonly #message: Buffer
  readonly #end: number
  #at: number

  constructor(message: Buffer, at = 0, end = message.length) {
    this.#message = message
    this.#at = at
    this.#end = end
  }

  get isAtEnd(): boolean {
    return this.#at === this.#end
  }

  bytes(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#end) throw new InvalidMessage('truncated')
    const bytes = this.#message.subarray(this.#at, end)
    this.#at = end
    return bytes
  }

  rest(): Buffer {
    return this.bytes(this.#end - this.#at)
  }

  number(length: number): number {
    return this.bytes(length).readUIntBE(0, length)
  }

  /** A reader of the next bytes whose names may point to any earlier part of the message. */
  part(length: number): MessageReader {
    const at = this.#at
    this.bytes(length)
    return new MessageReader(this.#message, at, at + length)
  }

  name(): string {
    const labels: string[] = []
    let length = 0
    // Pointers only lead backwards, so that none forms a loop.
    let earliest = this.#at
    let reader = new MessageReader(this.#message, this.#at, this.#end)
    let end: number | undefined
    for (let size = reader.number(1); size !== 0; size = reader.number(1)) {
      if (size >= 0xc0) {
        const target = ((size & 0x3f) << 8) | reader.number(1)
        if (target >= earliest || target < headerLength) throw new InvalidMessage('pointer')
        end ??= reader.#at
        earliest = target
        reader = new MessageReader(this.#message, target)
      } else {
        length += size + 1
        if (size > 63 || length > 254) throw new InvalidMessage('label')
        labels.push(formatLabel(reader.bytes(size)))
      }
    }
    this.#at = end ?? reader.#at
    return labels.join('.')
  }
}

const formatLabel = (label: Buffer): string =>
  label
    .toString('latin1')
    .replaceAll(/[.\\]/g, String.raw`\$&`)
    .replaceAll(/[^!-~]/g, (character) => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`)

/** Undefined for a name that no query can contain. */
export const encodeQuery = (name: string, type: RecordType, { hasOptions = true } = {}): Buffer | undefined => {
  // An ASCII name would be parsed as a URL's host: 10.1 as 10.0.0.1.
  const ascii = /^[!-~]*$/.test(name) ? name : domainToASCII(name)
  const text = ascii.replace(/\.$/, '')
  const labels = text === '' ? [] : text.split('.').map((label) => Buffer.from(label))
  if (ascii === '' || text.length > 253 || labels.some(({ length }) => length === 0 || length > 63)) return undefined
  const head = Buffer.from([0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, hasOptions ? 1 : 0])
  head.writeUInt16BE(randomInt(0x10000), 0)
  const end = Buffer.from([0, 0, 0, 0, internetClass])
  end.writeUInt16BE(recordTypes[type], 1)
  const options = Buffer.from([0, 0, optionsType, datagramLength >> 8, datagramLength & 0xff, 0, 0, 0, 0, 0, 0])
  return Buffer.concat([
    head,
    ...labels.flatMap((label) => [Buffer.from([label.length]), label]),
    end,
    ...(hasOptions ? [options] : []),
  ])
}

interface Resource extends DnsRecord {
  readonly class: number
  readonly ttl: number
}

const readResource = (reader: MessageReader): Resource => {
  const owner = reader.name().toLowerCase()
  const [type, group, ttl, length] = [reader.number(2), reader.number(2), reader.number(4), reader.number(2)]
  return { owner, type, class: group, ttl, data: reader.part(length) }
}

const readQuestion = (reader: MessageReader): string =>
  `${reader.name().toLowerCase()} ${reader.number(2)} ${reader.number(2)}`

/** Undefined for anything but a response to this query: a forged one must not end the wait. Throws InvalidMessage. */
export const parseResponse = (query: Buffer, message: Buffer): DnsResponse | undefined => {
  if (message.length < 2 || message.readUInt16BE(0) !== query.readUInt16BE(0)) return undefined
  const reader = new MessageReader(message)
  const [, flags, questions] = [reader.number(2), reader.number(2), reader.number(2)]
  const counts = [reader.number(2), reader.number(2), reader.number(2)]
  if ((flags & 0x8000) === 0) return undefined
  const lowCode = flags & 0x0f
  const wanted = readQuestion(new MessageReader(query, headerLength))
  const name = new MessageReader(query, headerLength).name().toLowerCase()
  if (questions === 1 && readQuestion(reader) !== wanted) return undefined
  // Some name servers repeat no question with an error.
  if (questions !== 1 && (questions > 1 || lowCode === 0)) throw new InvalidMessage('question')
  if ((flags & 0x7800) !== 0) throw new InvalidMessage('opcode')
  const isTruncated = (flags & 0x0200) !== 0
  if (isTruncated) return { name, code: lowCode, isTruncated, isReferral: false, answers: [] }
  const [answers = [], authority = [], additional = []] = counts.map((count) =>
    Array.from({ length: count }, () => readResource(reader)),
  )
  if (!reader.isAtEnd) throw new InvalidMessage('more than its records')
  const highCode = (additional.find(({ type }) => type === optionsType)?.ttl ?? 0) >>> 24
  const isAuthoritative = (flags & 0x0400) !== 0
  const hasAuthority = (type: RecordType) => authority.some((record) => record.type === recordTypes[type])
  return {
    name,
    code: highCode * 16 + lowCode,
    isTruncated,
    isReferral: !isAuthoritative && answers.length === 0 && hasAuthority('NS') && !hasAuthority('SOA'),
    answers: answers.filter((record) => record.class === internetClass),
  }
}
