import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'
import { startSummaryBackend, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'

let backend: SummaryBackend
let relay: RelayApp
beforeAll(async () => {
  backend = await startSummaryBackend()
  relay = await startRelayApp(backend.url)
})
afterAll(async () => {
  await relay.stop()
  await backend.stop()
})
beforeEach(() => {
  backend.requests.length = 0
  backend.headers.length = 0
})

/** Uses a connection of its own. Returns all status lines until the connection closes. */
const send = async (text: string): Promise<string[]> => {
  const { hostname, port, host } = new URL(relay.url)
  const socket = connect(Number(port), hostname)
  let answered = ''
  socket.on('data', (chunk: Buffer) => {
    answered += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  socket.write(text.replaceAll('{host}', host), 'latin1')
  await once(socket, 'close')
  return [...answered.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status = '']) => status)
}

const second = 'DELETE /api/db/people?id=eq.smuggled HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n'
const head = 'POST /api/canary/run/check/1 HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n'

test.each([
  ['a length and chunks', `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${second}`],
  ['two lengths', `${head}Content-Length: 0\r\nContent-Length: ${second.length}\r\n\r\n${second}`],
  ['a length with a space in its name', `${head}Content-Length : ${second.length}\r\n\r\n${second}`],
  ['chunks under a name that only some read', `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${second}`],
  [
    'a header that goes on in the next line',
    `${head}X-Note: a\r\n Transfer-Encoding: chunked\r\nContent-Length : 3\r\n\r\n`,
  ],
  ['a header with a line feed of its own', `${head}X-Note: a\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${second}`],
])('a request with %s is rejected entirely, and a request hidden behind it reaches no backend', async (_case, text) => {
  expect(await send(text)).toEqual(['400'])
  expect(backend.requests).toEqual([])
})

test('a body of undeclared length is not forwarded', async () => {
  const text = `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`
  expect(await send(text)).toEqual(['400'])
  expect(backend.requests).toEqual([])
})

test('a line break in an address stays in the address and adds no header at the backend', async () => {
  await send('GET /api/db/x?name=a%0d%0aX-Evil:%201%0d%0a HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n')
  expect(backend.requests).toEqual(['GET /db/x?name=a%0d%0aX-Evil:%201%0d%0a'])
  expect(backend.headers.map((headers) => headers['x-evil'])).toEqual([undefined])
})

test('headers of proxies and other identity services never reach the backend', async () => {
  const headerLines = [
    'X-Real-IP: 10.0.0.1',
    'X-Original-URL: /db/people',
    'X-HTTP-Method-Override: DELETE',
    'X-Session-Token: t',
  ]
  await send(
    `GET /api/db/x HTTP/1.1\r\nHost: {host}\r\n${headerLines.join('\r\n')}\r\nConnection: close, X-Note\r\nX-Note: n\r\n\r\n`,
  )
  const names = headerLines.map((line) => line.split(':')[0]?.toLowerCase() ?? '')
  expect(backend.headers.map((headers) => names.filter((name) => headers[name] !== undefined))).toEqual([[]])
})
