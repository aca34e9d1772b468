import { afterAll, beforeAll, expect, test } from 'vitest'
import { standaloneAccess } from '#relay/access/standalone.ts'
import type { Database } from '#relay/database/database.ts'
import { startTestBackend } from '#tests/fixtures/backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { plenty } from '#tests/fixtures/journal.ts'
import { connectRaw } from '#tests/fixtures/live-socket.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'
import { startSummaryBackend, makeSummary, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'

let roles = ['viewer']
let database: Database
let backend: SummaryBackend
let relay: RelayApp
const ask = async (path: string) => {
  const response = await fetch(`${relay.url}${path}`)
  return { status: response.status, body: (await response.json()) as unknown }
}

beforeAll(async () => {
  database = await openServer()
  backend = await startSummaryBackend()
  backend.checks = [makeSummary('a')]
  const viewer = { id: 'p', name: 'Pia', email: 'pia@example.org' }
  relay = await startRelayApp(
    backend.url,
    {},
    {
      journal: { database, retention: plenty },
      access: { ...standaloneAccess([]), findViewer: async () => ({ ...viewer, roles }) },
    },
  )
})
afterAll(async () => {
  await relay.stop()
  await backend.stop()
  await database.close()
})

test('reads the journal with the user’s current permissions', async () => {
  await eventually(async () => {
    expect(await ask('/live/journal?topic=health.checks')).toMatchObject({
      status: 200,
      body: { entries: [], next: null, reachesBackTo: expect.any(String) },
    })
  })
  roles = []
  expect(await ask('/live/journal?topic=health.checks')).toEqual({
    status: 403,
    body: {
      code: 'forbidden',
      error: 'You are not allowed to read canaries.',
      message: 'Ask an administrator for a role or a grant.',
    },
  })
  roles = ['viewer']
  expect(await ask('/live/journal?topic=health.checks')).toMatchObject({ status: 200 })
})

test('the data API shows nothing of it', async () => {
  const data = await startTestBackend({ database })
  const paths = ['entries', 'feeds', 'keyframes', 'marks', 'journal.entries', 'checks?select=journal.entries(*)']
  const statuses = await Promise.all(
    paths.map(async (path) => {
      const plain = await fetch(`${data.url}/api/db/${path}`)
      const profile = await fetch(`${data.url}/api/db/${path}`, { headers: { 'accept-profile': 'journal' } })
      return [plain.status, profile.status]
    }),
  )
  expect(statuses.flat().filter((status) => status < 400)).toEqual([])
  await data.close()
})

test('a journal write failure makes the relay degraded, and it continues to serve', async () => {
  await database.query('alter schema journal rename to elsewhere')
  backend.checks = [makeSummary('a', { status: 'unhealthy' })]
  roles = ['responder']
  await fetch(`${relay.url}/api/canary/run/check/a`, { method: 'POST' })
  await eventually(async () => {
    expect(await ask('/readyz')).toMatchObject({
      status: 200,
      body: { ready: true, degraded: true, parts: { backend: { state: 'up' }, journal: { state: 'down' } } },
    })
  })
  await database.query('alter schema elsewhere rename to journal')
  await eventually(async () => expect(await ask('/readyz')).toMatchObject({ body: { degraded: false } }))
  await eventually(async () => {
    expect(await ask('/live/journal?topic=health.checks&entity=a')).toMatchObject({
      body: { entries: [{ kind: 'put', row: { status: 'unhealthy' }, before: { status: 'healthy' } }] },
    })
  })
})

test('a journal that cannot be opened at start makes the relay not ready until it can', async () => {
  await database.query('alter schema journal rename to elsewhere')
  const other = await startRelayApp(backend.url, {}, { journal: { database, retention: plenty } })
  const readyz = async () => {
    const response = await fetch(`${other.url}/readyz`)
    return { status: response.status, body: (await response.json()) as unknown }
  }
  expect(await readyz()).toMatchObject({
    status: 503,
    body: {
      ready: false,
      parts: {
        backend: { state: 'up' },
        journal: { state: 'down', reason: 'The journal could not be opened: relation "journal.feeds" does not exist' },
      },
    },
  })
  await database.query('alter schema elsewhere rename to journal')
  await eventually(async () => expect(await readyz()).toMatchObject({ status: 200, body: { degraded: false } }))
  await other.stop()
})

test('nothing is read from the journal while the backend denies the rows', async () => {
  const { socket, subscribe, next, close } = await connectRaw(relay.url)
  const response = await subscribe({ topic: 'health.checks', params: {} })
  const refresh = () => socket.emit('refresh', response.ok ? response.feed : '')
  await next('snapshot')
  backend.failWith = 403
  refresh()
  await next('stale')
  expect(await ask('/live/journal?topic=health.checks')).toMatchObject({
    status: 403,
    body: { error: 'The backend denied the request (403).' },
  })
  backend.failWith = null
  refresh()
  await next('snapshot')
  expect(await ask('/live/journal?topic=health.checks')).toMatchObject({ status: 200 })
  close()
})
