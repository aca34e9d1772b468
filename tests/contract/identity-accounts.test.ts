import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantSchema } from '#shared/access/grant.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { handleErrors } from '#relay/errors/error-handler.ts'
import { openBrowser } from '#tests/fixtures/identity-browser.ts'
import { newEmail, signUp, tryPassword } from '#tests/fixtures/identity-person.ts'
import { startTestIdentity, type TestIdentity } from '#tests/fixtures/identity-service.ts'

let service: TestIdentity
let app: FastifyInstance
let asking: Viewer = {
  id: '01890a5d-0000-7000-8000-000000000001',
  name: 'Admin',
  email: 'admin@local',
  roles: ['admin'],
}
beforeAll(async () => {
  service = await startTestIdentity()
  app = fastify()
  handleErrors(app)
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    request.viewer = asking
  })
  await app.register(service.identity.accountRoutes, { prefix: '/api' })
})
afterAll(async () => {
  await app.close()
  await service.close()
})

const send = async (method: 'POST' | 'DELETE', url: string, body?: object) => {
  const response = await app.inject({ method, url: `/api${url}`, ...(body !== undefined && { payload: body }) })
  return { status: response.statusCode, body: response.body === '' ? undefined : JSON.parse(response.body) }
}
const requestStatus = async (method: 'POST' | 'DELETE', url: string, payload?: object) =>
  (await app.inject({ method, url: `/api${url}`, ...(payload && { payload }) })).statusCode
const loadRoles = async (id: string) =>
  (await service.database.query<{ roles: string[] }>('select roles from people_roles where id = $1', [id])).rows[0]
    ?.roles
const findId = async (email: string) =>
  (await service.identity.accounts.list()).find((account) => account.email === email)?.id ?? ''

test('invites a person only once', async () => {
  const email = newEmail()
  const person = { firstName: 'Grace', lastName: 'Hopper', email, role: 'editor' }
  const invited = await send('POST', '/auth/invite_user', person)
  expect(invited).toEqual({
    status: 200,
    body: {
      link: expect.stringMatching(/\/recovery\?flow=[\da-f-]{36}$/),
      code: expect.stringMatching(/^\d{6}$/),
      mail: 'outbox',
    },
  })
  expect(await loadRoles(await findId(email))).toEqual(['editor'])
  const again = await send('POST', '/auth/invite_user', person)
  expect([again.status, again.body.error]).toEqual([409, 'User already exists'])
  const invalid = await send('POST', '/auth/invite_user', { ...person, role: 'emperor', email: undefined })
  expect([invalid.status, invalid.body.error]).toEqual([400, 'email: required'])
  const reinvited = await send('POST', `/auth/${await findId(email)}/invite_again`)
  expect([reinvited.status, reinvited.body.link === invited.body.link]).toEqual([200, false])
})

test('changes names, email, role and state with keys in any case', async () => {
  const { identity, email } = await signUp(openBrowser(service.origin))
  const moved = newEmail()
  const changed = await send('POST', '/people/update', {
    ID: identity.id,
    FirstName: 'Ada',
    email: moved,
    role: 'commander',
    Active: false,
  })
  expect(changed).toEqual({ status: 200, body: { email: moved, name: { first: 'Ada', last: 'Hopper' } } })
  expect(await loadRoles(identity.id)).toEqual(['commander'])
  expect((await tryPassword(openBrowser(service.origin), moved)).status).toBe(400)
  expect((await send('POST', `/auth/${identity.id}/update_state`, { id: identity.id, state: 'active' })).status).toBe(
    200,
  )
  expect((await tryPassword(openBrowser(service.origin), moved)).status).toBe(200)
  expect((await tryPassword(openBrowser(service.origin), email)).status).toBe(400)
})

test('adds roles without removing any', async () => {
  const { identity } = await signUp(openBrowser(service.origin))
  expect((await send('POST', `/rbac/${identity.id}/update_role`, { roles: ['responder', 'editor'] })).status).toBe(200)
  expect(await loadRoles(identity.id)).toEqual(['editor', 'responder', 'viewer'])
})

test('removes an account, and reports a missing one', async () => {
  const { identity, email } = await signUp(openBrowser(service.origin))
  expect((await send('POST', `/auth/${identity.id}/reset_second_factor`)).status).toBe(200)
  const removed = await app.inject({
    method: 'DELETE',
    url: `/api/people/${identity.id}`,
    headers: { 'content-type': 'application/json' },
  })
  expect(removed.statusCode).toBe(204)
  expect((await send('DELETE', `/people/${identity.id}`)).status).toBe(404)
  expect(await findId(email)).toBe('')
})

test.each(['viewer', 'editor', 'commander', 'guest'])('is denied to the role %s', async (role) => {
  const { identity } = await signUp(openBrowser(service.origin))
  const before = asking
  asking = { ...asking, id: identity.id, roles: [role] }
  const responses = await Promise.all(
    (
      [
        ['POST', '/auth/invite_user', 'auth', 'update'],
        ['POST', '/people/update', 'people', 'update'],
        ['DELETE', `/people/${identity.id}`, 'people', 'delete'],
        ['POST', `/rbac/${identity.id}/update_role`, 'rbac', 'update'],
        ['POST', `/auth/${identity.id}/update_state`, 'auth', 'update'],
        ['POST', `/auth/${identity.id}/invite_again`, 'auth', 'update'],
        ['POST', `/auth/${identity.id}/reset_second_factor`, 'auth', 'update'],
      ] as const
    ).map(async ([method, url, object, action]) => {
      const { statusCode, headers, body } = await app.inject({ method, url: `/api${url}` })
      return { statusCode, body, isNamed: headers['x-rbac-object'] === object && headers['x-rbac-action'] === action }
    }),
  )
  asking = before
  expect(responses).toEqual(
    responses.map(() => ({ statusCode: 403, body: 'unauthorized. Access Denied', isNamed: true })),
  )
})

test.each([
  ['auth', '*'],
  ['people', 'update'],
  ['people', 'delete'],
  ['rbac', 'update'],
] as const)('a deny of %s:%s does not restrict an administrator’s account actions', async (object, action) => {
  const { identity } = await signUp(openBrowser(service.origin))
  const before = asking
  const deny = { id: 'd', subject: 'admin', subject_type: 'group', action, object, deny: true }
  asking = { ...asking, grants: [grantSchema.parse(deny)] }
  const missingId = '00000000-0000-0000-0000-00000000dead'
  const invited = { firstName: 'Grace', lastName: 'Hopper', email: newEmail(), role: 'viewer' }
  const statuses = [
    await requestStatus('POST', '/auth/invite_user', invited),
    await requestStatus('POST', '/people/update', { id: identity.id, firstName: 'Ada' }),
    await requestStatus('POST', '/people/update', { id: identity.id, role: 'viewer', active: true }),
    await requestStatus('POST', `/rbac/${missingId}/update_role`, { roles: ['viewer'] }),
    await requestStatus('DELETE', `/people/${missingId}`),
  ]
  asking = before
  expect(statuses).toEqual([200, 200, 200, 404, 404])
})

test('a grant on everything does not allow managing accounts', async () => {
  const before = asking
  const everything = { id: 'g', subject: 'everyone', subject_type: 'group', action: '*', object: '*' }
  asking = { ...asking, roles: ['editor'], grants: [grantSchema.parse(everything)] }
  const { status } = await app
    .inject({ method: 'POST', url: '/api/auth/invite_user', payload: {} })
    .then(({ statusCode }) => ({ status: statusCode }))
  asking = before
  expect(status).toBe(403)
})
