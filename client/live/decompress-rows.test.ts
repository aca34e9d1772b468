import { expect, test } from 'vitest'
import { decompressRows } from './decompress-rows.ts'

const rows = [{ id: 'a', name: 'Größe' }, { id: 'b' }]
const gzipOf = (text: string) =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()

test('rows come out of the bytes of a browser and of those of Node', async () => {
  const gzip = await gzipOf(JSON.stringify(rows))
  expect(await decompressRows(gzip)).toEqual(rows)
  expect(await decompressRows(new Uint8Array(gzip))).toEqual(rows)
})

test('what is no list of rows, or no gzip, is refused', async () => {
  await expect(decompressRows(await gzipOf('{}'))).rejects.toThrow('no list')
  await expect(decompressRows(new Uint8Array([91, 93]))).rejects.toBeInstanceOf(Error)
})
