import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { decodeZstd } from './decode-zstd.ts'

/** As in curl: each further coding multiplies what a small response expands to. */
const codingsMax = 5

/** RFC 1950. Some servers send `deflate` without this header. */
const hasZlibHeader = (start: Buffer): boolean =>
  start.length >= 2 && (start.readUInt8(0) & 0x0f) === 8 && start.readUInt16BE(0) % 31 === 0

const decoders = new Map<string, (start: Buffer) => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', (start: Buffer) => (hasZlibHeader(start) ? createInflate() : createInflateRaw())],
  ['br', () => createBrotliDecompress()],
])

async function* readAfterStart(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield start
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

/** HEAD, 204, 304 and empty bodies have the header, too: no bytes decode to no bytes. */
async function* decodeOne(body: AsyncIterable<Buffer>, coding: string): AsyncGenerator<Buffer> {
  const createDecoder = decoders.get(coding)
  if (coding === 'zstd') {
    yield* decodeZstd(body)
    return
  }
  if (createDecoder === undefined) {
    yield* body
    return
  }
  const rest = body[Symbol.asyncIterator]()
  let start: Buffer = Buffer.alloc(0)
  while (start.length < 2) {
    const next = await rest.next()
    if (next.done === true) break
    start = Buffer.concat([start, next.value])
  }
  if (start.length === 0) return
  const decoder = createDecoder(start)
  pipeline(Readable.from(readAfterStart(start, rest)), decoder, () => undefined)
  yield* decoder as AsyncIterable<Buffer>
}

/** Some servers compress responses without being asked. */
export const decodeContent = (
  body: AsyncIterable<Buffer>,
  encoding: string | string[] | undefined,
): AsyncIterable<Buffer> => {
  const codings = [encoding ?? '']
    .flat()
    .join(',')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  if (codings.length > codingsMax)
    throw new Error(`The response is encoded ${codings.length} times, more than ${codingsMax}`)
  return codings.reduceRight(decodeOne, body)
}
