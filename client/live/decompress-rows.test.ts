import { expect, test } from 'vitest'
import { decompressRows } from './decompress-rows.ts'

const rows = [{ id: 'a', name: 'Größe' }, { id: 'b' }]
const compress = (text: string) =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()

test('reads rows compressed by a browser and by Node', async () => {
  const gzip = await compress(JSON.stringify(rows))
  expect(await decompressRows(gzip)).toEqual(rows)
  expect(await decompressRows(new Uint8Array(gzip))).toEqual(rows)
})

test('rejects invalid gzip and anything but a list of rows', async () => {
  await expect(decompressRows(await compress('{}'))).rejects.toThrow('Compressed snapshot is not a list of rows.')
  await expect(decompressRows(new Uint8Array([91, 93]))).rejects.toBeInstanceOf(Error)
})
