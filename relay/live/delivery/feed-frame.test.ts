import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { FeedMessage } from '#shared/live/messages.ts'
import { feedFrame } from './feed-frame.ts'

/** What a WebSocket client makes of bytes that are written straight to its socket. */
const heardOf = async (frame: Buffer, count: number): Promise<(string | Buffer)[]> => {
  const sockets = new WebSocketServer({ noServer: true })
  const server = createServer()
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, () => socket.write(frame))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const heard: (string | Buffer)[] = []
  await new Promise<void>((resolve) => {
    client.on('message', (data: Buffer, isBinary: boolean) => {
      heard.push(isBinary ? data : data.toString())
      if (heard.length === count) resolve()
    })
  })
  client.terminate()
  server.close()
  return heard
}

const revoked = (message: string): FeedMessage => ({ kind: 'revoked', feed: 'f1', code: 'forbidden', message })

test.each([0, 60, 400, 66_000])('a message of more than %d bytes arrives as a Socket.IO event', async (size) => {
  const message = revoked('ü'.repeat(size))
  expect(await heardOf(feedFrame(message), 1)).toEqual([`42${JSON.stringify(['feed', message])}`])
})

test('what is packed arrives as an event with an attachment', async () => {
  const gzip = Buffer.from([0, 1, 2, 255])
  const base = { kind: 'packed', feed: 'f1', epoch: 'e', version: 3, observedAt: '2026-01-01T00:00:00.000Z' } as const
  expect(await heardOf(feedFrame({ ...base, gzip }), 2)).toEqual([
    `451-${JSON.stringify(['feed', { ...base, gzip: { _placeholder: true, num: 0 } }])}`,
    gzip,
  ])
})
