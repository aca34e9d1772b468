import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import { collectGarbage } from '#relay/testing/collect-garbage.ts'
import { createReadiness } from './readiness.ts'
import { findWebSocket } from './socket-io/socket-internals.ts'
import type { Connection } from './watch.ts'

test('sends nothing more on a socket that one side is closing', async () => {
  const http = createServer()
  const server = new Server(http, { transports: ['websocket'] })
  const port = await listen(http)
  const client = io(`http://127.0.0.1:${port}`, { transports: ['websocket'] })
  const readiness = createReadiness(() => undefined)
  const seen = await new Promise((resolve, reject) => {
    server.on('connection', (socket) => {
      const web = findWebSocket(socket)
      if (web === undefined) return reject(new Error('no websocket'))
      const connection: Pick<Connection, 'socket' | 'net' | 'web' | 'session'> = {
        socket: socket as Connection['socket'],
        net: socket.request.socket,
        web,
        session: { suspension: null } as Connection['session'],
      }
      socket.on('ready?', () => {
        const before = readiness.isReady(connection as Connection)
        web.close()
        resolve([before, readiness.isReady(connection as Connection), connection.net.writable])
      })
    })
    client.emit('ready?')
  })
  expect(seen).toEqual([true, false, true])
  client.close()
  await server.close()
})

test('releases a connection that ends before it has drained', async () => {
  const readiness = createReadiness(() => undefined)
  const ended = Array.from({ length: 20 }, () => {
    const conn = { writeBuffer: ['an answer'] } as unknown as Connection['socket']['conn']
    const connection: Pick<Connection, 'socket' | 'net'> = {
      socket: { conn } as Connection['socket'],
      net: { writableNeedDrain: false } as Connection['net'],
    }
    readiness.await(connection as Connection)
    return new WeakRef(connection)
  })
  const listRetained = async () => {
    await collectGarbage()
    return ended.filter((connection) => connection.deref() !== undefined)
  }
  await expect.poll(listRetained).toEqual([])
  readiness.drained({} as Connection['socket']['conn'])
})
