import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const rowsAtOnce = 500

export const packRows = async (rows: readonly unknown[]): Promise<Uint8Array> => {
  const parts: string[] = []
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const text = JSON.stringify(rows.slice(at, at + rowsAtOnce))
    parts.push(text.slice(1, -1))
    await setImmediate()
  }
  return compress(`[${parts.join(',')}]`, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}

export const unpackRows = async (packed: Uint8Array): Promise<unknown[]> => {
  const rows: unknown = JSON.parse((await decompress(packed)).toString())
  if (!Array.isArray(rows)) throw new Error('A journal keyframe contains no list of rows.')
  return rows
}
