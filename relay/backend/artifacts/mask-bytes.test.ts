import { expect, test } from 'vitest'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { maskBytes } from './mask-bytes.ts'

const secret = 'pässword-1'
const mask = new Mask()
mask.hideAll([secret, 'second-secret'])

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const masked = async (bytes: Buffer, size = 64): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of maskBytes(inChunks(bytes, size), mask)) parts.push(part)
  return Buffer.concat(parts)
}

test.each([1, 2, 3, 7, 10, 64])('masks a secret that lies across chunks of %i bytes', async (size) => {
  const text = Buffer.from(`a ${secret} b second-secret c ${secret}`)
  expect((await masked(text, size)).toString()).toBe('a *** b *** c ***')
})

test('masks its encoded forms', async () => {
  const text = `${Buffer.from(secret).toString('base64')} ${encodeURIComponent(secret)}`
  expect((await masked(Buffer.from(text))).toString()).toBe('*** ***')
})

test('keeps other bytes, and the length of a binary file', async () => {
  const binary = Buffer.concat([
    Buffer.from([0, 0xff, 0xfe, 0x80]),
    Buffer.from(`x second-secret y`),
    Buffer.from([0xe9]),
  ])
  const result = await masked(binary)
  expect(result).toHaveLength(binary.length)
  expect(result.includes('x ************* y')).toBe(true)
  expect(result.subarray(0, 4)).toEqual(binary.subarray(0, 4))
  const invalid = Buffer.from([0xe9, 0x41, 0xff, 0xc3])
  expect(await masked(invalid)).toEqual(invalid)
  expect(await masked(Buffer.alloc(0))).toEqual(Buffer.alloc(0))
})
