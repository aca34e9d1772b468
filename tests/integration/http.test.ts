import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { copyFile, mkdtemp, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'
import { startSummaryBackend, makeSummary, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'

let backend: SummaryBackend
let relay: RelayApp

interface HttpResponse {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly text: string
}
/** Sends headers that `fetch` does not allow. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(relay.url, { method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('latin1')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
const readLineStatus = async (line: string): Promise<number> => {
  const { hostname, port, host } = new URL(relay.url)
  const socket = connect(Number(port), hostname)
  let answered = ''
  socket.on('data', (chunk: Buffer) => {
    answered += chunk.toString('latin1')
  })
  socket.write(`${line.replace('{host}', host)} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  return Number(answered.slice('HTTP/1.1 '.length).split(' ', 1)[0])
}
const getCode = ({ text }: HttpResponse): unknown => (JSON.parse(text) as { code?: unknown }).code
const html = { accept: 'text/html,*/*;q=0.8' }

beforeAll(async () => {
  const clientRoot = await mkdtemp(join(tmpdir(), 'pages-'))
  await mkdir(join(clientRoot, 'assets'))
  await copyFile('client/index.html', join(clientRoot, 'index.html'))
  await writeFile(join(clientRoot, 'page-files.json'), '{"/health":["assets/health-1a2b3c.js"]}')
  await writeFile(join(clientRoot, 'assets/app-1a2b3c.js'), 'export {}')
  await writeFile(join(clientRoot, 'assets/app-1a2b3c.js.br'), brotliCompressSync('export {}'))
  backend = await startSummaryBackend()
  relay = await startRelayApp(backend.url.replace('http://', 'http://token:s3cret@'), {}, { clientRoot })
})
afterAll(async () => {
  await relay.stop()
  await backend.stop()
})
beforeEach(() => {
  backend.failWith = null
  backend.checks = [makeSummary('a')]
  backend.requests.length = 0
  backend.headers.length = 0
})

describe('the relay', () => {
  test.each(['evil.example', 'evil.example:4600', '127.0.0.1.evil.example'])('rejects the name %s', async (host) => {
    const response = await ask('/api/canary/api/summary', { host })
    expect([response.status, getCode(response)]).toEqual([421, 'foreign_host'])
    expect(backend.requests).toEqual([])
  })

  test.each([
    ['GET http://evil.example/api/canary/api/summary', 421],
    ['GET https://{host}/api/canary/api/summary', 421],
    ['GET ftp://{host}/', 421],
    ['OPTIONS *', 421],
    ['GET http://{host}/healthz', 200],
  ])('responds to %s with %i', async (line, status) => {
    expect(await readLineStatus(line)).toBe(status)
    expect(backend.requests).toEqual([])
  })

  test('rejects its own name with the port of another program', async () => {
    const response = await ask('/healthz', { host: 'localhost:1' })
    expect([response.status, getCode(response)]).toEqual([421, 'foreign_host'])
  })

  test.each(['/../x', '//x', '/%00', '/\\x', '/assets/../../x', '/assets//x', '/%2e%2e/x', '/api/%00', '/health%00'])(
    'rejects %s as a malformed address',
    async (path) => {
      for (const headers of [{}, html]) {
        const response = await ask(path, headers)
        expect([response.status, getCode(response)]).toEqual([400, 'bad_request'])
      }
    },
  )

  test('treats a very long address as not found, or as a page of the console', async () => {
    const path = `/${'a'.repeat(9_000)}`
    const response = await ask(path)
    expect([response.status, getCode(response)]).toEqual([404, 'not_found'])
    expect((await ask(path, html)).status).toBe(200)
  })

  test.each(['https://evil.example', 'http://localhost:1', 'null'])('rejects a page of %s', async (origin) => {
    const response = await ask(`/api/canary/run/check/a`, { origin }, 'POST')
    expect([response.status, getCode(response)]).toEqual([403, 'foreign_origin'])
    expect(backend.requests).toEqual([])
  })

  test('accepts its own pages', async () => {
    expect((await ask('/api/canary/api/summary', { origin: relay.url })).status).toBe(200)
  })

  test('returns the one local user, with roles and permissions [API-07]', async () => {
    const { payload } = JSON.parse((await ask('/api/auth/whoami')).text)
    expect(payload.user).toEqual({ id: '01890a5d-0000-7000-8000-000000000001', name: 'Admin', email: 'admin@local' })
    expect(payload.roles).toEqual(['admin'])
    expect(payload.permissions).toContainEqual({ subject: 'admin', object: 'canaries', action: 'write' })
  })

  test('returns JSON for an unknown path below /api, regardless of the Accept header', async () => {
    backend.failWith = null
    const response = await ask('/api/.ory/sessions/whoami', html)
    expect([response.status, getCode(response)]).toEqual([404, 'not_found'])
  })

  test('rejects a request that is too large with a message', async () => {
    const response = await ask('/api/db/checks', { 'content-length': String(30 * 1024 * 1024) }, 'POST').catch(
      () => null,
    )
    expect(response === null ? null : getCode(response)).toBe('too_large')
  })
})

describe('pages', () => {
  test.each(['/', '/health', '/topology/0195c0de', '/settings/connections?x=1'])('%s is the console', async (path) => {
    const response = await ask(path, html)
    expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(response.text).toContain('<title>Quarterdeck</title>')
  })

  test('preload their own scripts', async () => {
    const link = '<link rel="modulepreload" crossorigin href="/assets/health-1a2b3c.js">'
    expect((await ask('/health?query=a', html)).text).toContain(link)
    expect((await ask('/incidents', html)).text).not.toContain(link)
  })

  test('have a policy that allows only their own resources', async () => {
    const { headers } = await ask('/', html)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).toContain("img-src 'self' data:;")
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('have files that browsers cache permanently, precompressed', async () => {
    const response = await ask('/assets/app-1a2b3c.js', { 'accept-encoding': 'br, gzip' })
    expect([response.status, response.headers['content-encoding'], response.headers['cache-control']]).toEqual([
      200,
      'br',
      'public, max-age=31536000, immutable',
    ])
  })

  test.each(['/assets/app-0000.js', '/socket.io/x', '/live/x'])('%s is not one', async (path) => {
    const response = await ask(path, html)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.text).not.toContain('<title>')
  })

  test('are not sent to a program that requests another type', async () => {
    const response = await ask('/nothing', { accept: 'application/json' })
    expect([response.status, getCode(response)]).toEqual([404, 'not_found'])
  })
})

describe('a remote backend', () => {
  test('is requested at the path below /api, with the credential of its address and none of the browser [API-01]', async () => {
    const response = await ask('/api/canary/api/summary?x=1', {
      cookie: 'session=1',
      authorization: 'Bearer browser',
      prefer: 'count=exact',
    })
    expect(response.status).toBe(404)
    expect(backend.requests).toEqual(['GET /canary/api/summary?x=1'])
    expect(backend.headers[0]).toMatchObject({
      authorization: `Basic ${Buffer.from('token:s3cret').toString('base64')}`,
      prefer: 'count=exact',
    })
    expect(backend.headers[0]).not.toHaveProperty('cookie')
    expect(response.headers).not.toHaveProperty('set-cookie')
  })

  test('returns its own errors', async () => {
    backend.failWith = 500
    const response = await ask('/api/canary/api/summary')
    expect([response.status, JSON.parse(response.text)]).toEqual([500, { error: 'the disk is full' }])
  })

  test('has its larger responses compressed', async () => {
    backend.checks = Array.from({ length: 100 }, (_unused, n) => makeSummary(`check-${n}`))
    const response = await ask('/api/canary/api/summary', { 'accept-encoding': 'gzip' })
    expect([response.status, response.headers['content-encoding']]).toEqual([200, 'gzip'])
  })

  test('that is down is reported as unreachable', async () => {
    const stoppedBackend = await startSummaryBackend()
    await stoppedBackend.stop()
    const other = await startRelayApp(stoppedBackend.url)
    const toCheck = 'Check BACKEND_URL and whether the backend is running.'
    for (const [method, message] of [
      ['GET', toCheck],
      ['DELETE', `The change may not have been made. ${toCheck}`],
    ] as const) {
      const response = await fetch(`${other.url}/api/db/checks`, { method, headers: { origin: other.url } })
      expect([response.status, await response.json()]).toEqual([
        502,
        { error: 'The backend is unreachable.', message, code: 'backend_unreachable' },
      ])
    }
    const ready = await fetch(`${other.url}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ ready: false, parts: { backend: { state: 'down' } } })
    expect((await fetch(`${other.url}/healthz`)).status).toBe(200)
    await other.stop()
  })
})

test('/readyz names every part, and /metrics counts', async () => {
  expect(JSON.parse((await ask('/readyz')).text)).toEqual({
    ready: true,
    degraded: false,
    parts: { backend: { state: 'up' }, dataApi: { state: 'up' } },
  })
  await ask('/api/canary/api/summary')
  const { text } = await ask('/metrics')
  expect(text).toMatch(/quarterdeck_http_request_seconds_count\{method="GET",route="\/api\/\*",status="200"\} \d/)
  for (const name of ['live_feeds', 'live_viewers', 'live_polls_total', 'live_bytes_total', 'live_messages_total']) {
    expect(text).toContain(`# TYPE quarterdeck_${name} `)
  }
  expect(text).toContain('quarterdeck_part_up{part="backend"} 1')
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
})
