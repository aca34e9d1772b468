import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

interface ZipFile {
  readonly name: string
  readonly content: string
}

const deflate = promisify(deflateRaw)

/** DOS times have a resolution of two seconds and start in 1980. */
const dosTime = (at: Date): { readonly date: number; readonly time: number } => ({
  date: ((Math.max(1980, at.getUTCFullYear()) - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
})

const shorts = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, 2 * index)
  return bytes
}
const longs = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index)
  return bytes
}

const [fileSignature, entrySignature, endSignature] = [0x04034b50, 0x02014b50, 0x06054b50]
const [version, namesAreUtf8, deflated] = [20, 0x0800, 8]

/** APPNOTE 4.3 without Zip64: fewer than 65,536 files, below 4 GB. */
export const createZip = async (files: readonly ZipFile[], at: Date): Promise<Buffer> => {
  const { date, time } = dosTime(at)
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, content } of files) {
    const [path, plain] = [Buffer.from(name), Buffer.from(content)]
    const packed = await deflate(plain)
    const about = [
      shorts(version, namesAreUtf8, deflated, time, date),
      longs(crc32(plain), packed.length, plain.length),
    ]
    const file = Buffer.concat([longs(fileSignature), ...about, shorts(path.length, 0), path, packed])
    entries.push(
      Buffer.concat([
        longs(entrySignature),
        shorts(version),
        ...about,
        shorts(path.length, 0, 0, 0, 0),
        longs(0, offset),
        path,
      ]),
    )
    parts.push(file)
    offset += file.length
  }
  const directory = Buffer.concat(entries)
  const end = [
    longs(endSignature),
    shorts(0, 0, files.length, files.length),
    longs(directory.length, offset),
    shorts(0),
  ]
  return Buffer.concat([...parts, directory, ...end])
}
