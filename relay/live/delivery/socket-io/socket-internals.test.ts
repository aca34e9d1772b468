import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { io, type Socket as ClientSocket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { FeedMessage } from '#shared/live/messages.ts'
import { collectGarbage } from '#relay/testing/collect-garbage.ts'
import { feedFrame, forgetHandshake, hasUnwrittenPackets, findWebSocket } from './socket-internals.ts'
import type { LiveServer, LiveSocket } from '#relay/live/delivery/watch.ts'

interface Emitter {
  once(event: string, listener: (...args: unknown[]) => void): unknown
}
const nextEvent = (emitter: Emitter, event: string): Promise<unknown[]> =>
  new Promise((resolve) => {
    emitter.once(event, (...args) => resolve(args))
  })

let server: LiveServer
let client: ClientSocket
let socket: LiveSocket

beforeEach(async () => {
  const http = createServer()
  server = new Server(http, { transports: ['websocket'], perMessageDeflate: false })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  client = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { transports: ['websocket'] })
  const connected = nextEvent(client, 'connect')
  socket = await new Promise((resolve) => {
    server.on('connection', resolve)
  })
  await connected
})
afterEach(async () => {
  client.close()
  await server.close()
})

const getWebSocket = (of: LiveSocket): WebSocket => {
  const web = findWebSocket(of)
  if (web === undefined) throw new Error('Engine.IO leaves its WebSocket elsewhere by now.')
  return web
}
const weakParts = (): Record<string, WeakRef<object>> => {
  const guard = getWebSocket(socket)
    .rawListeners('error')
    .find(({ name }) => name === 'onUpgradeError')
  return {
    request: new WeakRef(socket.request),
    handshake: new WeakRef(socket.handshake),
    ...(guard && { guard: new WeakRef(guard) }),
  }
}
const revoked = (message: string): FeedMessage => ({ kind: 'revoked', feed: 'f1', code: 'forbidden', message })

test('a new connection has its WebSocket on the request', async () => {
  const web = getWebSocket(socket)
  expect([web.OPEN, web.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN])
  const ended = nextEvent(client, 'disconnect')
  web.close()
  expect(web.readyState).toBe(WebSocket.CLOSING)
  await ended
})

test('reports unwritten Socket.IO packets and their drain', async () => {
  expect(hasUnwrittenPackets(socket)).toBe(false)
  socket.emit('goodbye', { withinMs: 1 })
  socket.emit('goodbye', { withinMs: 2 })
  expect(hasUnwrittenPackets(socket)).toBe(true)
  const { conn } = socket
  await new Promise<void>((resolve) => {
    server.engine.on('drain', (drained: typeof conn) => {
      if (drained === conn && !hasUnwrittenPackets(socket)) resolve()
    })
  })
})

test.each([0, 60, 400, 66_000])('a frame of more than %d bytes arrives as a Socket.IO event', async (size) => {
  const message = revoked('ü'.repeat(size))
  const event = nextEvent(client, 'feed')
  socket.request.socket.write(feedFrame(message))
  expect(await event).toEqual([message])
})

test('a packed message arrives with its bytes, before later messages', async () => {
  const gzip = Buffer.from([0, 1, 2, 255])
  const events: FeedMessage[] = []
  const both = new Promise<void>((resolve) => {
    client.on('feed', (message: FeedMessage) => {
      if (events.push(message) === 2) resolve()
    })
  })
  socket.request.socket.write(Buffer.concat([feedFrame({ kind: 'packed', gzip }), feedFrame(revoked('after'))]))
  await both
  expect(events).toEqual([{ kind: 'packed', gzip }, revoked('after')])
})

test('a connection works after its handshake objects are collected', async () => {
  const net = socket.request.socket
  const began = weakParts()
  expect(Object.keys(began)).toEqual(['request', 'handshake', 'guard'])
  forgetHandshake({ socket, net, web: getWebSocket(socket) })
  const listRetained = async () => {
    await collectGarbage()
    return Object.entries(began).flatMap(([name, part]) => (part.deref() === undefined ? [] : [name]))
  }
  await expect.poll(listRetained).toEqual([])
  const args = nextEvent(socket, 'unsubscribe')
  client.emit('unsubscribe', 'f1')
  expect(await args).toEqual(['f1'])
  const ended = nextEvent(socket, 'disconnect')
  client.close()
  await ended
})
