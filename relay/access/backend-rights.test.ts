import { expect, test, vi } from 'vitest'
import { healthChecks } from '#shared/health/health-topics.ts'
import { incidentTable } from '#shared/incidents/incident-topics.ts'
import { backendRights } from './backend-rights.ts'
import { scopeByRights } from './permission-scope.ts'

const createRights = (hasOwnCredential: boolean) => {
  let nowMs = 0
  const probe = vi.fn<(relation: string) => Promise<number>>(async (relation) => (relation === 'incidents' ? 403 : 200))
  const rights = backendRights({
    hasOwnCredential,
    probe,
    now: () => nowMs,
    access: {
      ...scopeByRights,
      findViewer: async ({ headers: { cookie = '' } }) => ({ id: cookie, name: '', email: '', roles: [cookie] }),
      onChange: () => () => undefined,
      recheckEveryMs: null,
    },
  })
  const findScope = async (role: string, topic = healthChecks) => {
    const viewer = await rights.access.findViewer({ headers: { cookie: role } })
    return viewer === null ? null : rights.access.findScope(viewer, topic)
  }
  return { rights, probe, findScope, wait: (ms: number) => (nowMs += ms) }
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
  expect(probe).toHaveBeenCalledTimes(2 * once)
})
