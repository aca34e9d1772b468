import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import { createLiveSocket, type LiveSocket } from '#client/live/live-socket.ts'
import type { ConnectionEvent } from '#machines/live/connection-machine.ts'
import { eventually } from '#tests/fixtures/eventually.ts'

let relay: Server
let url: string
let socket: LiveSocket
let received: string[]
let events: string[]
let plans: (number | null)[]
let onLost: () => void

beforeEach(async () => {
  received = []
  events = []
  plans = []
  onLost = () => undefined
  const http = createServer()
  relay = new Server(http, { transports: ['websocket'] })
  relay.on('connection', (viewer) => {
    viewer.onAny((name: string) => received.push(name))
    viewer.on('subscribe', (_request, respond: (subscribed: unknown) => void) =>
      respond({ ok: true, feed: 'f1', serverTime: new Date().toISOString() }),
    )
  })
  const port = await listen(http)
  url = `http://127.0.0.1:${port}`
  socket = createLiveSocket({
    url,
    now: Date.now,
    onEvent: (event: ConnectionEvent) => {
      events.push('reason' in event ? `${event.type}: ${event.reason}` : event.type)
      if (event.type === 'socket.lost') onLost()
    },
    onMessage: () => undefined,
    onAlive: () => undefined,
    onPlan: (atMs) => plans.push(atMs),
  })
})
afterEach(async () => {
  socket.close()
  await relay.close()
})

const subscribe = () => new Promise((resolve) => socket.subscribe({ topic: 'health.checks', params: {} }, resolve))
const opened = () => eventually(() => expect(socket.isOpen()).toBe(true))

test('does not send requests made while offline after a reconnect', async () => {
  socket.refresh('f1')
  socket.ack('f1', 16)
  socket.unsubscribe('f1')
  expect(await subscribe()).toBeNull()
  socket.connect()
  await opened()
  const whileLost = new Promise((resolve) => {
    onLost = () => {
      socket.refresh('f1')
      resolve(subscribe())
    }
  })
  relay.disconnectSockets(true)
  expect(await whileLost).toBeNull()
  await opened()
  expect(await subscribe()).toMatchObject({ ok: true })
  expect(received).toEqual(['subscribe'])
})

test('does not repeat a request that a lost connection interrupted', async () => {
  relay.removeAllListeners('connection')
  relay.on('connection', (viewer) => {
    viewer.onAny((name: string) => received.push(name))
    viewer.on('subscribe', () => viewer.conn.close())
  })
  socket.connect()
  await opened()
  expect(await subscribe()).toBeNull()
  await opened()
  socket.refresh('f1')
  await eventually(() => expect(received).toEqual(['subscribe', 'refresh']))
})

test('reconnects after a goodbye within the time that the relay requested, and knows the reason', async () => {
  socket.connect()
  await opened()
  relay.emit('goodbye', { withinMs: 40 })
  relay.disconnectSockets(true)
  await eventually(() => expect(events).toContain('socket.lost: The relay is restarting.'))
  await eventually(() => expect(events.at(-1)).toBe('socket.opened'))
  expect(plans.filter((atMs) => atMs !== null)).toHaveLength(1)
})
