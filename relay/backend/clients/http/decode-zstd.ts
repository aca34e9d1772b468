import { setImmediate } from 'node:timers/promises'

const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/** RFC 9659 asks servers for at most 8 MB. The decoder allocates what a frame names, and moves it once per block. */
const windowMax = 16 * 1024 * 1024
const headerMax = 18
const compressedMax = 16 * 1024 * 1024
/** A block of 4 bytes can become 128 KB: a slice decodes to 2 MB at most. */
const sliceBytes = 64

const zstdError = (code: 'Z_DATA_ERROR' | 'Z_BUF_ERROR', message: string): Error =>
  Object.assign(new Error(message), { code })

export async function* decodeZstd(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const compressed = await readAll(body)
  for (let at = compressed.indexOf(magic); at !== -1; at = compressed.indexOf(magic, at + 1)) {
    if (readWindow(compressed.subarray(at)) > windowMax) throw zstdError('Z_DATA_ERROR', 'the zstd window is too large')
  }
  const { Decompress } = await import('fzstd')
  const decoded: Buffer[] = []
  const decoder = new Decompress((part) => decoded.push(Buffer.from(part)))
  for (let at = 0; at < compressed.length; at += sliceBytes) {
    push(decoder, compressed.subarray(at, at + sliceBytes), at + sliceBytes >= compressed.length)
    if (decoded.length === 0) continue
    yield* decoded.splice(0)
    await setImmediate()
  }
}

const push = (decoder: { push: (chunk: Buffer, isLast: boolean) => void }, chunk: Buffer, isLast: boolean): void => {
  try {
    decoder.push(chunk, isLast)
  } catch (error) {
    const isCutOff = error instanceof Error && 'code' in error && error.code === 5
    throw zstdError(isCutOff ? 'Z_BUF_ERROR' : 'Z_DATA_ERROR', String(error))
  }
}

const readAll = async (body: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > compressedMax) throw zstdError('Z_DATA_ERROR', 'the compressed response is too large')
  }
  return Buffer.concat(chunks)
}

/** RFC 8878, 3.1.1.1: the window of a frame, or the size of its content where it has only one segment. */
const readWindow = (start: Buffer): number => {
  const frame = Buffer.concat([start.subarray(0, headerMax), Buffer.alloc(headerMax)])
  const descriptor = frame.readUInt8(4)
  if ((descriptor & 0x20) === 0) {
    const window = frame.readUInt8(5)
    const base = 2 ** (10 + (window >> 3))
    return base + (base / 8) * (window & 7)
  }
  const at = 5 + ([0, 1, 2, 4][descriptor & 3] ?? 0)
  switch (descriptor >> 6) {
    case 0:
      return frame.readUInt8(at)
    case 1:
      return frame.readUInt16LE(at) + 256
    case 2:
      return frame.readUInt32LE(at)
    default:
      return Number(frame.readBigUInt64LE(at))
  }
}
