import { expect, test } from 'vitest'
import { decompressRows } from './decompress-rows.ts'

const rows = [{ id: 'a', name: 'Größe' }, { id: 'b' }]
const compress = (text: string) =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()

test('rows come out of the bytes of a browser and of those of Node', async () => {
  const gzip = await compress(JSON.stringify(rows))
  expect(await decompressRows(gzip)).toEqual(rows)
  expect(await decompressRows(new Uint8Array(gzip))).toEqual(rows)
})

test('what is no list of rows, or no gzip, is refused', async () => {
  await expect(decompressRows(await compress('{}'))).rejects.toThrow('no list')
  await expect(decompressRows(new Uint8Array([91, 93]))).rejects.toBeInstanceOf(Error)
})
