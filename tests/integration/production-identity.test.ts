import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#relay/config/config.ts'
import type { Database } from '#relay/database/database.ts'
import { openSignIn } from '#relay/composition/open-sign-in.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { mara } from '#tests/fixtures/mara.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'
import { recordedIdentity, startReplayIdentity, type ReplayIdentity } from '#tests/fixtures/replay-identity.ts'
import { startSummaryBackend } from '#tests/fixtures/summary-backend.ts'

let service: ReplayIdentity
let database: Database
beforeAll(async () => {
  service = await startReplayIdentity()
  database = await openServer()
})
beforeEach(() => service.reset())
afterAll(async () => {
  await service.stop()
  await database.close()
})

const startRelay = async (backendUrl = 'http://127.0.0.1:9') => {
  const { signIn } = await open()
  return startRelayApp(backendUrl, {}, { access: signIn.access, identity: signIn.identity })
}

const open = async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const config = readConfig({ AUTH_MODE: 'identity', IDENTITY_URL: service.url, ADMINISTRATORS: mara.email })
  const signIn = await openSignIn({ config, database, log })
  if (signIn === undefined) throw new Error('Nobody signs in.')
  return { signIn, lines }
}

describe('the identity service’s own base URL', () => {
  test.each(['http://localhost:4600', 'http://127.0.0.1:4600'])('matches a console at %s', async (consoleUrl) => {
    const { signIn, lines } = await open()
    await signIn.checkAddress(consoleUrl)
    expect([service.requests.length, lines]).toEqual([1, []])
  })

  test.each(['http://localhost:4700', 'https://console.example.org'])(
    'does not match a console at %s, and the log shows the required one',
    async (consoleUrl) => {
      const { signIn, lines } = await open()
      await signIn.checkAddress(consoleUrl)
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        configured: 'http://localhost:4600/api/.ory/',
        wanted: `${consoleUrl}/api/.ory/`,
        msg: 'identity service has another base URL, set its serve.public.base_url',
      })
    },
  )

  test('cannot be read while the service is down, which does not stop the start', async () => {
    const { signIn, lines } = await open()
    service.setDown(true)
    await signIn.checkAddress('http://localhost:4600')
    expect(lines[0]).toContain('identity service base URL lookup failed')
  })
})

test('a relay is not ready when identity is down at start; a later outage only degrades it', async () => {
  const backend = await startSummaryBackend()
  service.setDown(true)
  const relay = await startRelay(backend.url)
  const readyz = async () => {
    const response = await fetch(`${relay.url}/readyz`)
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const down = { identity: { state: 'down' }, backend: { state: 'up' } }
  expect(await readyz()).toMatchObject({ status: 503, body: { ready: false, parts: down } })
  service.setDown(false)
  expect(await readyz()).toMatchObject({ status: 200, body: { ready: true, degraded: false } })
  service.setDown(true)
  expect(await readyz()).toMatchObject({ status: 200, body: { ready: true, degraded: true, parts: down } })
  service.setDown(false)
  await relay.stop()
  await backend.stop()
})

describe('proxy to the identity service', () => {
  let relay: RelayApp
  beforeAll(async () => {
    relay = await startRelay()
  })
  afterAll(() => relay.stop())

  test.each(['GET', 'POST'])('does not reveal its admin API: %s', async (method) => {
    const request = { method, path: '/api/.ory/identities', accept: '*/*' }
    const location = 'http://kratos.internal:4434/admin/identities'
    service.play({ request, status: 307, headers: { location, 'content-type': 'text/html' }, body: location })
    const response = await fetch(`${relay.url}/api/.ory/identities`, { method, redirect: 'manual' })
    const text = await response.text()
    expect([response.status, response.headers.get('location')]).toEqual([404, null])
    expect(JSON.parse(text)).toMatchObject({ code: 'not_found' })
    expect(text).not.toContain('internal')
  })

  test('forwards the redirects of flows', async () => {
    service.play('login-init-navigation')
    const response = await fetch(`${relay.url}/api/.ory/self-service/login/browser`, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    })
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      recordedIdentity('login-init-navigation').headers['location'],
    ])
  })

  test('an administrator with a verified address has access with the next request', async () => {
    const cookie = 'ory_kratos_session=fresh'
    const whoami = recordedIdentity('whoami')
    const unverified = JSON.parse(JSON.stringify(whoami.body).replaceAll('"verified":true', '"verified":false'))
    const canChangeRoles = async () =>
      (await fetch(`${relay.url}/api/people/update`, { method: 'POST', headers: { cookie } })).status !== 403
    service.play({ ...whoami, body: unverified })
    expect(await canChangeRoles()).toBe(false)
    service.play('whoami', 'verification-success')
    const flow = `${relay.url}/api/.ory/self-service/verification?flow=f`
    const headers = { cookie, 'content-type': 'application/json', accept: 'application/json' }
    expect((await fetch(flow, { method: 'POST', headers, body: '{}' })).status).toBe(200)
    expect(await canChangeRoles()).toBe(true)
  })
})

test('the users page shows the last sign-in, and an older session does not move it back', async () => {
  const { signIn } = await open()
  const whoami = recordedIdentity('whoami')
  const at = async (cookie: string, authenticated_at: unknown) => {
    service.play({ ...whoami, body: { ...Object(whoami.body), authenticated_at } })
    await signIn.access.findViewer({ headers: { cookie: `ory_kratos_session=${cookie}` } })
    const [row] = (await signIn.identity.listUsers?.())?.filter(({ email }) => email === mara.email) ?? []
    return row?.lastLogin
  }
  expect(new Date((await at('first', '2026-11-22T21:34:06.293354536Z')) ?? '').toISOString()).toBe(
    '2026-11-22T21:34:06.293Z',
  )
  const later = await at('second', '2026-11-23T08:00:00Z')
  expect(new Date(later ?? '').toISOString()).toBe('2026-11-23T08:00:00.000Z')
  expect(await at('third', '2026-11-01T08:00:00Z')).toEqual(later)
  expect(await at('fourth', 'no time')).toEqual(later)
})
