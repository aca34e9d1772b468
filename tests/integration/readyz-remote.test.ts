import { afterEach, expect, test } from 'vitest'
import { standaloneAccess } from '#relay/access/standalone.ts'
import { dataApiProbePath } from '#relay/proxy/data-api-state.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'
import {
  generations,
  recorded,
  startReplayBackend,
  type Generation,
  type ReplayBackend,
} from '#tests/fixtures/replay-backend.ts'

let backend: ReplayBackend
let relay: RelayApp
const startBackend = async (generation: Generation = 'head') => {
  backend = await startReplayBackend(generation)
}
afterEach(async () => {
  await relay.stop()
  await backend.stop()
})

const probePath = dataApiProbePath.replace('/api', '')
const readyz = async () => {
  const response = await fetch(`${relay.url}/readyz`)
  const { ready, parts } = (await response.json()) as { ready: boolean; parts: Record<string, { state: string }> }
  return { status: response.status, ready, backend: parts['backend']?.state, dataApi: parts['dataApi'] }
}
const down = (reason: string) => ({
  status: 503,
  ready: false,
  backend: 'up',
  dataApi: { state: 'down', reason, since: expect.any(String) },
})
const up = { status: 200, ready: true, backend: 'up', dataApi: { state: 'up' } }

test.each(generations)('a backend of the generation %s is ready', async (generation) => {
  await startBackend(generation)
  relay = await startRelayApp(backend.url.replace('//', '//relay:pass@'))
  expect(await readyz()).toEqual(up)
  expect(backend.unknown).toEqual([])
})

test('/readyz names PostgREST or PostgreSQL behind a running backend until they recover', async () => {
  await startBackend()
  relay = await startRelayApp(backend.url.replace('//', '//relay:pass@'))
  expect(await readyz()).toEqual(up)

  // The backend returned this when it could not reach another service.
  backend.respondWith(probePath, recorded('head', 'config-about'))
  expect(await readyz()).toEqual(down('PostgREST behind the backend is unreachable (502).'))

  const body = {
    code: 'PGRST001',
    details: null,
    hint: null,
    message: 'Database client error. Retrying the connection.',
  }
  backend.respondWith(probePath, { status: 503, body })
  expect(await readyz()).toEqual(down('PostgreSQL behind the backend is down (503 PGRST001).'))

  backend.respondWith(probePath, recorded('head', 'auth-wrong-password-401'))
  expect(await readyz()).toEqual(
    down(
      'The backend rejected the credential of BACKEND_URL (401). It is wrong, or PostgreSQL behind the backend is down.',
    ),
  )

  backend.respondWith(probePath, { status: 200, body: [] })
  expect(await readyz()).toEqual(up)
})

test('in standalone mode without credentials, a backend that requires one is not ready', async () => {
  await startBackend()
  relay = await startRelayApp(backend.url)
  backend.respondWith(probePath, recorded('head', 'auth-no-credential-db-401'))
  expect(await readyz()).toEqual(
    down('The backend requires authentication (401). Set user and password in BACKEND_URL.'),
  )
})

test('without a relay credential, requests of signed-in users show if the data API works', async () => {
  await startBackend()
  const viewer = { id: 'p', name: 'Pia', email: 'pia@example.org', roles: ['admin'], grants: [] }
  relay = await startRelayApp(
    backend.url,
    {},
    {
      access: { ...standaloneAccess([]), findViewer: async () => viewer },
      identity: { kind: 'remote', routes: async () => undefined },
    },
  )
  backend.respondWith(probePath, recorded('head', 'identity-no-credential-db-401'))
  expect(await readyz()).toEqual({
    status: 200,
    ready: true,
    backend: 'up',
    dataApi: {
      state: 'unknown',
      report: 'The backend requires a session, and BACKEND_URL has no credential with which the relay could check it.',
    },
  })

  backend.respondWith('/db/checks?limit=1', recorded('head', 'config-about'))
  expect((await fetch(`${relay.url}/api/db/checks?limit=1`)).status).toBe(502)
  expect(await readyz()).toEqual(down('Requests fail with status 502.'))

  backend.respondWith('/db/checks?limit=1', { status: 200, body: [] })
  expect((await fetch(`${relay.url}/api/db/checks?limit=1`)).status).toBe(200)
  expect(await readyz()).toEqual(up)
})
