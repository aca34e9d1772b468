import { crc32 } from 'node:zlib'

const bytesEach = 4

/** Four bytes per row. A collision only marks an unchanged row as changed, which is harmless. */
export const hashKeys = (keys: Iterable<string>): Uint8Array => {
  const hashes = [...keys].map(hashKey)
  const packed = Buffer.allocUnsafe(hashes.length * bytesEach)
  for (const [index, hash] of hashes.entries()) packed.writeUInt32LE(hash, index * bytesEach)
  return packed
}

export const hashKey = (key: string): number => crc32(key)

export const readHashes = (packed: Uint8Array): number[] => {
  const view = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  return Array.from({ length: packed.length / bytesEach }, (_, index) => view.readUInt32LE(index * bytesEach))
}
