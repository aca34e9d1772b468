import { expect, test } from 'vitest'
import { packRows, unpackRows } from './packed-rows.ts'
import { hashKeys, hashKey, readHashes } from './key-hashes.ts'

const rows = Array.from({ length: 1_234 }, (_, at) => ({ id: `row ${at}`, status: 'healthy', labels: { team: 'web' } }))

test('restores compressed rows in order', async () => {
  const packed = await packRows(rows)
  expect(await unpackRows(packed)).toEqual(rows)
  expect(packed.length).toBeLessThan(JSON.stringify(rows).length / 5)
  expect(await unpackRows(await packRows([]))).toEqual([])
})

test('rejects damaged data', async () => {
  await expect(unpackRows(new Uint8Array([1, 2, 3]))).rejects.toThrow(/decompress|unexpected end/i)
})

test('recognizes keys by their hashes', () => {
  const keys = rows.map(({ id }) => id)
  const hashes = readHashes(hashKeys(keys))
  expect(hashes).toEqual(keys.map(hashKey))
  expect(new Set(hashes).size).toBe(keys.length)
})
