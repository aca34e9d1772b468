import { afterEach, describe, expect, test } from 'vitest'
import { whoamiRoute } from '#shared/access/whoami.ts'
import { remoteSignIn } from '#relay/access/remote-sign-in.ts'
import { scopeByRights } from '#relay/access/permission-scope.ts'
import { askBackend } from '#relay/proxy/ask-identity.ts'
import { parseBackendAddress } from '#relay/proxy/backend-address.ts'
import { remoteIdentity } from '#relay/proxy/remote-identity.ts'
import { connectRaw } from '#tests/fixtures/live-socket.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'
import {
  generations,
  recorded,
  startReplayBackend,
  type Generation,
  type ReplayBackend,
} from '#tests/fixtures/replay-backend.ts'

const cookie = 'ory_kratos_session=somebody'
const grantId = '0195c0de-0000-7000-8000-0000000000e1'
let backend: ReplayBackend
let relay: RelayApp
afterEach(async () => {
  await relay.stop()
  await backend.stop()
})

const ok = { status: 200, body: { status: 'ok' } }

const begin = async (generation: Generation, options: Parameters<typeof startReplayBackend>[1]) => {
  // Also serves as the identity service, which the relay probes at start.
  backend = await startReplayBackend(generation, { ...options, over: { '/health/ready': ok, ...options?.over } })
  const ask = askBackend(parseBackendAddress(backend.url))
  const access = { ...scopeByRights, ...remoteSignIn({ ask }) }
  relay = await startRelayApp(backend.url, {}, { access, identity: remoteIdentity(backend.url) })
}
const createWhoami = (roles: readonly string[], permissions: readonly object[] = []) => {
  const user = { id: '0195c0de-0000-7000-8000-00000000a002', name: 'Vic View', email: 'vic@example.test' }
  return { '/auth/whoami': { status: 200, body: { message: 'success', payload: { user, roles, permissions } } } }
}
const run = async (path: string) => {
  const response = await fetch(relay.url + path, { method: 'POST', headers: { cookie } })
  return { status: response.status, body: await response.text() }
}
const runPath = (generation: Generation) => `/api${recorded(generation, 'viewer-run-check').request.path}`

describe.each(generations)('in front of a backend of generation %s', (generation) => {
  test('a viewer cannot run checks, for any backend response and any form of the address', async () => {
    await begin(generation, { instead: ['viewer-whoami', 'viewer-run-check'] })
    const path = runPath(generation)
    for (const written of [path, path.replace('run', 'r%75n'), `${path}?now`, path.replace('/check/', '/check%2F')]) {
      const { status, body } = await run(written)
      expect([written, status, JSON.parse(body)]).toEqual([
        written,
        403,
        expect.objectContaining({ code: 'forbidden', error: 'You are not allowed to run this check.' }),
      ])
    }
    expect(backend.unknown).toEqual([])
  })

  test('a viewer sees what the role allows, regardless of the backend’s permissions for the role', async () => {
    await begin(generation, { instead: ['viewer-whoami'] })
    const viewer = await connectRaw(relay.url, { headers: { cookie } })
    expect(await viewer.subscribe({ topic: 'health.checks', params: {} })).toMatchObject({ ok: true })
    expect(await viewer.subscribe({ topic: 'settings.users', params: {} })).toMatchObject({ code: 'forbidden' })
    viewer.close()
  })

  test('a responder runs checks', async () => {
    await begin(generation, {
      over: createWhoami(['everyone', 'responder', 'responder']),
      instead: ['canary-run-check'],
    })
    const { path } = recorded(generation, 'canary-run-check').request
    expect((await run(`/api${path}`)).status).toBe(200)
  })
})

test('a viewer with a grant to run canaries runs their checks, and none if the grants cannot be read', async () => {
  const grant = {
    id: grantId,
    subject: 'vic',
    object: '*',
    action: 'playbook:run',
    condition: 'r.obj.canary.name == "a"',
  }
  const checkId = runPath('b25').split('/').at(-1)
  const select = 'canary:canaries!checks_canary_id_fkey(id,name,namespace,labels,agent:agents(id,name))'
  const canary = {
    [`/db/checks?id=eq.${checkId}&select=${select}`]: { status: 200, body: [{ canary: { id: grantId, name: 'a' } }] },
  }
  await begin('b25', { over: { ...createWhoami(['viewer'], [grant]), ...canary }, instead: ['viewer-run-check'] })
  expect((await run(runPath('b25'))).status).toBe(403)
  backend.respondWith(Object.keys(canary)[0] ?? '', { status: 500, body: {} })
  expect((await run(runPath('b25'))).status).toBe(503)
  await relay.stop()
  await backend.stop()
  await begin('b25', {
    over: createWhoami(['viewer'], [{ ...grant, condition: 'true' }]),
    instead: ['viewer-run-check'],
  })
  expect((await run(runPath('b25'))).status).toBe(200)
})

test.each([
  ['whoami', 'Admin'],
  ['identity-whoami', 'Admin'],
  ['viewer-whoami', 'Vic View'],
])('the browser reads %s with each role once and a trimmed name', (name, shown) => {
  const { roles, user, grants } = whoamiRoute.response.parse(recorded('head', name).body)
  expect({ roles, name: user.name, grants }).toEqual({
    roles: [name === 'viewer-whoami' ? 'viewer' : 'admin'],
    name: shown,
    grants: [],
  })
})
