import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#relay/app.ts'
import { startSummaryBackend, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'

let backend: SummaryBackend
beforeAll(async () => {
  backend = await startSummaryBackend()
})
afterAll(() => backend.stop())

test('the most verbose relay log contains no query, body, cookie or credential', async () => {
  const lines: string[] = []
  const app = await buildApp({
    config: {
      host: '127.0.0.1',
      publicUrl: undefined,
      allowedHosts: [],
      trustedProxies: [],
      standaloneRoles: ['admin'],
      summaryPath: '/api/canary/api/summary',
      signInByAddress: true,
    },
    log: pino({ level: 'trace' }, { write: (line) => lines.push(line) }),
    metrics: new Registry(),
    backend: { kind: 'remote', url: backend.url.replace('http://', 'http://token:s3cret-credential@') },
    clientRoot: undefined,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { cookie: 'ory_kratos_session=s3cret-cookie', authorization: 'Bearer s3cret-token' }
  const ask = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${url}${path}`, { headers, ...init })).text()
  await ask('/login?username=ada&password=s3cret-query')
  await ask('/api/db/people?email=eq.s3cret-query')
  await ask('/api/db/connections', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ password: 's3cret-body' }),
  })
  backend.failWith = 500
  await ask('/api/canary/api/summary?token=s3cret-query')
  await app.close()
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.filter((line) => line.includes('s3cret'))).toEqual([])
})
