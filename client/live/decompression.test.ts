import { expect, test } from 'vitest'
import type { FeedMessage, PlainMessage } from '#shared/live/messages.ts'
import { createDecompression } from './decompression.ts'

const at = { feed: 'f1', epoch: 'e', observedAt: '2026-01-01T00:00:00.000Z' }
const patch: PlainMessage = { ...at, kind: 'patch', from: 1, version: 2, put: [{ name: 'Größe' }], drop: [] }
const bookmark: PlainMessage = { ...at, kind: 'bookmark', from: 2, version: 3 }

const pack = async (json: string): Promise<FeedMessage> => {
  const gzip = new Blob([json]).stream().pipeThrough(new CompressionStream('gzip'))
  return { kind: 'packed', gzip: await new Response(gzip).arrayBuffer() }
}

const open = () => {
  const received: PlainMessage[] = []
  return { ...createDecompression((message) => void received.push(message)), received }
}

test('messages after a packed one wait for it', async () => {
  const { receive, received } = open()
  receive(await pack(JSON.stringify(patch)))
  receive(bookmark)
  expect(received).toEqual([])
  await expect.poll(() => received).toEqual([patch, bookmark])
})

test.each([
  ['gzip', { kind: 'packed', gzip: new Uint8Array([91, 93]) } satisfies FeedMessage],
  ['JSON', pack('[{')],
  ['message', pack('{"kind":"patch"}')],
])('an invalid %s is dropped, and later messages arrive', async (_part, invalid) => {
  const { receive, received } = open()
  receive(await invalid)
  receive(bookmark)
  await expect.poll(() => received).toEqual([bookmark])
})

test('messages of a lost connection are dropped', async () => {
  const { receive, forget, received } = open()
  receive(await pack(JSON.stringify(patch)))
  forget()
  receive(bookmark)
  await expect.poll(() => received).toEqual([bookmark])
})
