import { expect, test, vi } from 'vitest'
import { healthChecks } from '#shared/health/health-topics.ts'
import { incidentTable } from '#shared/incidents/incident-topics.ts'
import { backendRights } from './backend-rights.ts'
import { scopeByRights } from './permission-scope.ts'

const createRights = (hasOwnCredential: boolean) => {
  let nowMs = 0
  const roles = new Map<string, string>()
  const statuses = new Map<string, number>([['incidents', 403]])
  const probe = vi.fn<(relation: string) => Promise<number>>(async (relation) => statuses.get(relation) ?? 200)
  const rights = backendRights({
    hasOwnCredential,
    probe,
    now: () => nowMs,
    access: {
      ...scopeByRights,
      findViewer: async ({ headers: { cookie = '' } }) => ({
        id: cookie,
        name: '',
        email: '',
        roles: [roles.get(cookie) ?? cookie],
      }),
      onChange: () => () => undefined,
      recheckEveryMs: null,
    },
  })
  const findScope = async (role: string, topic: Parameters<typeof scopeByRights.findScope>[1] = healthChecks) => {
    const viewer = await rights.access.findViewer({ headers: { cookie: role } })
    return viewer === null ? null : rights.access.findScope(viewer, topic)
  }
  return { rights, probe, statuses, roles, findScope, wait: (ms: number) => (nowMs += ms) }
}

test('rows of a guest are loaded with the session of this guest, and never with the credential of the relay', async () => {
  const { rights, findScope, wait } = createRights(true)
  const scope = await findScope('guest')
  expect(scope).toEqual({ kind: 'member', organisation: undefined, personId: 'guest' })
  if (scope === null) throw new Error('no scope')
  expect(rights.findCookie(scope)).toBe('guest')
  wait(60_000)
  expect(rights.findCookie(scope)).toBeNull()
  expect(rights.findCookie({ ...scope, kind: 'member', organisation: undefined, personId: 'another' })).toBeNull()
})

test('rows of a role are loaded with the credential of the relay, or with a session of the role if it has none', async () => {
  const own = createRights(true)
  expect(await own.findScope('viewer')).toEqual({ kind: 'all' })
  expect(own.rights.findCookie({ kind: 'all' })).toBeUndefined()
  const borrowed = createRights(false)
  const scope = await borrowed.findScope('viewer')
  expect(scope).toEqual({ kind: 'organisation', organisation: undefined, roles: ['viewer'] })
  expect(scope && borrowed.rights.findCookie(scope)).toBe('viewer')
  expect(borrowed.rights.liveAccess.followedScopes).toEqual([])
})

test('a class of viewers is asked about once, and again after a denial', async () => {
  const { rights, probe, findScope, wait } = createRights(true)
  expect(await findScope('admin')).toEqual({ kind: 'all' })
  const viewer = await rights.access.findViewer({ headers: { cookie: 'admin' } })
  expect(viewer && rights.access.findScope(viewer, incidentTable)).toBeNull()
  const once = probe.mock.calls.length
  await findScope('admin')
  expect(probe).toHaveBeenCalledTimes(once)
  if (viewer !== null) rights.onDenied(viewer)
  wait(3_000)
  await findScope('admin')
  await vi.waitFor(() => expect(probe).toHaveBeenCalledTimes(2 * once))
})

test('a guest is asked about every five minutes, and no person with more than four probes at once', async () => {
  const { probe, findScope, wait } = createRights(true)
  let running = 0
  let most = 0
  probe.mockImplementation(async () => {
    most = Math.max(most, ++running)
    await Promise.resolve()
    running -= 1
    return 200
  })
  await findScope('guest')
  const once = probe.mock.calls.length
  wait(299_000)
  await findScope('guest')
  expect(probe).toHaveBeenCalledTimes(once)
  wait(1_000)
  await findScope('guest')
  await vi.waitFor(() => expect(probe).toHaveBeenCalledTimes(2 * once))
  expect(most).toBe(4)
})

test.each([301, 302, 400, 405, 408, 429])('a probe that is answered %i grants nothing', async (status) => {
  const { statuses, findScope } = createRights(true)
  statuses.set('incidents', status)
  expect(await findScope('admin')).toEqual({ kind: 'all' })
  expect(await findScope('admin', incidentTable)).toBeNull()
})

test('a person who was promoted meanwhile does not widen the rights of the former role', async () => {
  const { statuses, roles, probe, findScope, wait } = createRights(true)
  statuses.clear()
  probe.mockImplementationOnce(async () => {
    roles.set('viewer', 'admin')
    return 200
  })
  expect(await findScope('viewer', incidentTable)).toBeNull()
  roles.clear()
  statuses.set('incidents', 403)
  wait(3_000)
  expect(await findScope('viewer', incidentTable)).toBeNull()
  expect(await findScope('viewer')).toEqual({ kind: 'all' })
})

test('a session that ended meanwhile takes nothing from the others of its role', async () => {
  const { probe, findScope, wait } = createRights(true)
  await findScope('viewer')
  const once = probe.mock.calls.length
  wait(30_000)
  probe.mockImplementation(async () => 401)
  await findScope('viewer')
  await vi.waitFor(() => expect(probe).toHaveBeenCalledTimes(2 * once))
  expect(await findScope('viewer')).toEqual({ kind: 'all' })
})

test('a session loads no rows for its former role', async () => {
  const { rights, roles, findScope } = createRights(false)
  const scope = await findScope('viewer')
  if (scope === null) throw new Error('no scope')
  expect(rights.findCookie(scope)).toBe('viewer')
  roles.set('viewer', 'admin')
  await findScope('viewer')
  expect(rights.findCookie(scope)).toBeNull()
})
