import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { toSlices } from '#shared/primitives/to-slices.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const rowsAtOnce = 500

export const packRows = async (rows: readonly unknown[]): Promise<Uint8Array> => {
  const parts: string[] = []
  for (const some of toSlices(rows, rowsAtOnce)) {
    parts.push(JSON.stringify(some).slice(1, -1))
    await setImmediate()
  }
  return compress(`[${parts.join(',')}]`, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}

export const unpackRows = async (packed: Uint8Array): Promise<unknown[]> => {
  const rows: unknown = JSON.parse((await decompress(packed)).toString())
  if (!Array.isArray(rows)) throw new Error('A journal keyframe contains no list of rows.')
  return rows
}
