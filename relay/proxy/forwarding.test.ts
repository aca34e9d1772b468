import { createServer, type Server } from 'node:net'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import httpProxy from '@fastify/http-proxy'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { parseBackendAddress } from '#relay/proxy/backend-address.ts'
import { fetchRemote } from '#relay/proxy/fetch-remote.ts'
import { forwardTo } from '#relay/proxy/forwarding.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** Answers the first request of a connection, and closes the connection as the next one arrives. */
const startForgetful = async (): Promise<{ readonly url: string; readonly received: string[] }> => {
  const received: string[] = []
  const server: Server = createServer((socket) => {
    let count = 0
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      received.push(String(chunk).split(' ', 1).join())
      if (++count > 1) socket.destroy()
      else socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return { url: `http://127.0.0.1:${address.port}`, received }
}

const openProxy = async (url: string) => {
  const app = fastify()
  closers.push(() => app.close())
  const replyOptions = {
    onError: (reply: { code: (status: number) => { send: () => unknown } }) => void reply.code(502).send(),
  }
  await app.register(httpProxy, forwardTo(parseBackendAddress(url), { timeoutMs: 5_000, connections: 1, replyOptions }))
  return async (method: 'GET' | 'POST') => (await app.inject({ method, url: '/rows' })).statusCode
}

test('a read over a connection that the backend closes meanwhile is sent once more', async () => {
  const { url, received } = await startForgetful()
  const send = await openProxy(url)
  expect([await send('GET'), await send('GET')]).toEqual([200, 200])
  expect(received).toEqual(['GET', 'GET', 'GET'])
})

test('a change is sent once', async () => {
  const { url, received } = await startForgetful()
  const send = await openProxy(url)
  expect([await send('GET'), await send('POST')]).toEqual([200, 502])
  expect(received).toEqual(['GET', 'POST'])
})

test('a topic is read once more over a new connection', async () => {
  const { url, received } = await startForgetful()
  const get = fetchRemote(parseBackendAddress(url))
  const read = async () => (await get('/rows', AbortSignal.timeout(5_000))).body
  const bodies = [await read()]
  await setImmediate()
  bodies.push(await read())
  expect(bodies).toEqual(['[]', '[]'])
  expect(received).toEqual(['GET', 'GET', 'GET'])
})
