import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import { pushUpstream } from './upstream-client.ts'

const startUpstream = async (status: number, body: string): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body))
  })
  const port = await listen(server)
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${port}`
}

const tryPush = async (url: string): Promise<unknown> => {
  try {
    const push = { hostname: 'edge', version: '1', rows: {} }
    return await pushUpstream({ url, token: 'qda_token' }, push, new AbortController().signal)
  } catch (error) {
    return error
  }
}

test.each([
  [
    421,
    '{"error":"This address is not one of the console\'s own."}',
    "responded with 421: This address is not one of the console's own.",
  ],
  [401, '{"error":"The token is not known."}', 'responded with 401: The token is not known.'],
  [307, '', 'responded with 307: '],
  [502, '<html>Bad  gateway</html>', 'responded with 502: <html>Bad gateway</html>'],
  [200, '<html>Welcome</html>', 'is not a console that accepts reports. Check UPSTREAM_URL.'],
])('an upstream that responds with %s is reported with its own message', async (status, body, message) => {
  const error = await tryPush(await startUpstream(status, body))
  expect(error).not.toBeInstanceOf(ServiceError)
  expect(String(error)).toContain(message)
})

test('distinguishes rejected rows from an unreachable upstream', async () => {
  expect(await tryPush(await startUpstream(400, '{"error":"checks 1: name is missing"}'))).toBeInstanceOf(ServiceError)
  expect(String(await tryPush('http://127.0.0.1:1'))).toContain('http://127.0.0.1:1 cannot be reached')
})

test('gives up on an upstream that never responds after 30 seconds', async () => {
  const server = createServer()
  const requested = once(server, 'request')
  const port = await listen(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const result = tryPush(`http://127.0.0.1:${port}`)
  await requested
  vi.advanceTimersByTime(30_000)
  expect(String(await result)).toContain('no response within 30 seconds')
})
