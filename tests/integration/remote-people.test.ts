import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountRoutes } from '#relay/backend/identity/admin/account-routes.ts'
import { localPersonId } from '#relay/backend/people/local-person.ts'
import { remotePeopleAdmin } from '#relay/backend/identity/admin/remote-people-admin.ts'
import { createPersonBinder } from '#relay/backend/people/remote-people.ts'
import type { Database } from '#relay/database/database.ts'
import { handleErrors } from '#relay/errors/error-handler.ts'
import { openServer } from '#tests/fixtures/databases.ts'

const makeId = (last: string) => `0195c0de-0000-7000-8000-0000000000${last}`
const ada = { id: makeId('0a'), name: 'Ada Ops', email: 'ada@example.test', isVerified: true }
const grace = { id: makeId('0b'), name: 'Grace Hopper', email: 'grace@example.test', isVerified: true }

let database: Database
let app: FastifyInstance
let credentials = { id: ada.id, name: ada.name, email: ada.email, roles: ['admin'] }
const findPerson = (identity: typeof ada, administrators: readonly string[] = []) =>
  createPersonBinder(database, administrators)(identity)

beforeAll(async () => {
  database = await openServer()
  app = fastify()
  handleErrors(app)
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    request.viewer = credentials
  })
  const accounts = remotePeopleAdmin(database, [grace.email])
  await app.register(accountRoutes, { prefix: '/api', accounts, publicUrl: undefined })
})
afterAll(async () => {
  await app.close()
  await database.close()
})
beforeEach(async () => {
  credentials = { id: ada.id, name: ada.name, email: ada.email, roles: ['admin'] }
  await database.query("delete from people where email <> 'admin@local' or email is null")
})

const personsNamed = async (name: string) =>
  (await database.query('select id, email from people where name = $1', [name])).rows
const addressesThatCount = async () =>
  (await database.query("select person_id, email from relay.verified_addresses where email <> 'admin@local'")).rows

const send = async (method: 'POST' | 'DELETE', url: string, body?: object) => {
  const response = await app.inject({ method, url: `/api${url}`, ...(body !== undefined && { payload: body }) })
  return { status: response.statusCode, body: response.body === '' ? undefined : JSON.parse(response.body) }
}

describe('a user from a remote identity service', () => {
  test('is created without roles at the first sign-in and is the same user afterwards', async () => {
    expect(await findPerson(ada)).toEqual({ id: ada.id, name: ada.name, email: ada.email, roles: [] })
    await send('POST', `/rbac/${ada.id}/update_role`, { roles: ['viewer'] })
    expect(await findPerson(ada)).toEqual({ id: ada.id, name: ada.name, email: ada.email, roles: ['viewer'] })
  })

  test('is an administrator when ADMINISTRATORS contains the address and the service has verified it', async () => {
    expect((await findPerson({ ...ada, isVerified: false }, [ada.email]))?.roles).toEqual([])
    expect((await findPerson(grace, [ada.email]))?.roles).toEqual([])
    expect((await findPerson(ada, [ada.email]))?.roles).toEqual(['admin'])
  })

  test('is matched to an existing user by a verified address, and never by an unverified one', async () => {
    await database.query("insert into people (id, name, email) values ($1, 'Ada', $2)", [makeId('0f'), ada.email])
    expect((await findPerson(ada))?.id).toBe(makeId('0f'))
    const stranger = { ...ada, id: makeId('0c'), isVerified: false }
    expect(await findPerson(stranger)).toEqual({ id: stranger.id, name: ada.name, email: ada.email, roles: [] })
  })

  test('does not become a user who had an unverified claim to the address, and takes the address over', async () => {
    const squatter = { ...ada, id: makeId('0e'), name: 'Eve', isVerified: false }
    expect((await findPerson(squatter, [ada.email]))?.id).toBe(squatter.id)
    expect(await findPerson(ada, [ada.email])).toEqual({
      id: ada.id,
      name: ada.name,
      email: ada.email,
      roles: ['admin'],
    })
    expect((await findPerson(squatter, [ada.email]))?.roles).toEqual([])
    const { rows } = await database.query('select id, email from people where id in ($1, $2) order by id', [
      ada.id,
      squatter.id,
    ])
    expect(rows).toEqual([
      { id: ada.id, email: ada.email },
      { id: squatter.id, email: null },
    ])
  })

  test('stays the same user when the address changes at the service, and shows the new one', async () => {
    await findPerson(ada)
    await send('POST', `/rbac/${ada.id}/update_role`, { roles: ['editor'] })
    const moved = { ...ada, name: 'Ada Lovelace', email: 'lovelace@example.test', isVerified: false }
    const seen = { id: ada.id, name: moved.name, email: moved.email, roles: ['editor'] }
    expect(await findPerson(moved)).toEqual(seen)
    expect(await personsNamed('Ada Lovelace')).toEqual([{ id: ada.id, email: moved.email }])
    expect(await findPerson({ ...moved, isVerified: true })).toEqual(seen)
  })

  test('never becomes a user bound to another identity, through a former address', async () => {
    await findPerson(ada)
    await send('POST', `/rbac/${ada.id}/update_role`, { roles: ['admin'] })
    const heir = { ...grace, email: ada.email }
    expect(await findPerson(heir)).toEqual({ id: heir.id, name: heir.name, email: ada.email, roles: [] })
    expect(await addressesThatCount()).toEqual([{ person_id: heir.id, email: ada.email }])
    const moved = { ...ada, email: 'lovelace@example.test' }
    expect(await findPerson(moved)).toEqual({ id: ada.id, name: ada.name, email: moved.email, roles: ['admin'] })
    expect((await findPerson(heir))?.roles).toEqual([])
  })

  test('never becomes a user that another identity was matched to by the same address', async () => {
    await database.query("insert into people (id, name, email) values ($1, 'Ada', $2)", [makeId('0f'), ada.email])
    expect((await findPerson(ada))?.id).toBe(makeId('0f'))
    expect((await findPerson({ ...grace, email: ada.email }))?.id).toBe(grace.id)
    expect((await findPerson(ada))?.id).toBe(makeId('0f'))
  })

  test('is the only one bound when two sign in with one address at once', async () => {
    await database.query("insert into people (id, name, email) values ($1, 'Ada', $2)", [makeId('0f'), ada.email])
    const seen = await Promise.all([findPerson(ada), findPerson({ ...grace, email: ada.email })])
    expect(seen.filter((viewer) => viewer?.id === makeId('0f'))).toHaveLength(1)
  })

  test('never becomes a user whose embedded account was disabled', async () => {
    await database.query("insert into identities (id, traits, state) values ($1, $2, 'inactive')", [
      makeId('0f'),
      { email: ada.email },
    ])
    expect((await findPerson(ada))?.id).toBe(ada.id)
    await database.query('delete from identities')
  })

  test('never becomes the local user, by address or by ID', async () => {
    const local = { id: localPersonId, name: 'Eve', email: 'admin@local', isVerified: true }
    const seen = await findPerson(local)
    expect([seen?.id === localPersonId, seen?.roles]).toEqual([false, []])
    await database.query('delete from people where id = $1', [seen?.id])
    await database.query("update people set email = 'admin@local' where id = $1", [localPersonId])
    expect((await findPerson({ ...ada, email: 'admin@local' }))?.roles).toEqual([])
    await database.query("update people set email = null where email = 'admin@local'")
    await database.query("update people set email = 'admin@local' where id = $1", [localPersonId])
  })

  test('is bound at the next sign-in if matched by address before bindings existed', async () => {
    await database.query("insert into people (id, name, email) values ($1, 'Ada', $2)", [makeId('0f'), ada.email])
    await database.query('insert into relay.remote_addresses (person_id, email, is_verified) values ($1, $2, true)', [
      makeId('0f'),
      ada.email,
    ])
    expect((await findPerson(ada))?.id).toBe(makeId('0f'))
    expect((await findPerson({ ...grace, email: ada.email }))?.id).toBe(grace.id)
  })

  test('is separate from other users when the service has no addresses', async () => {
    const [first, second] = [
      await findPerson({ ...ada, email: '', isVerified: false }),
      await findPerson({ ...grace, email: '', isVerified: false }),
    ]
    expect([first?.id, second?.id]).toEqual([ada.id, grace.id])
    expect((await remotePeopleAdmin(database, []).list()).map(({ name }) => name)).toContain(grace.name)
  })

  test('has an address that counts for approvals only while the service reports it as verified', async () => {
    const verified = async () =>
      (await database.query('select email from relay.verified_addresses where person_id = $1', [ada.id])).rows
    await findPerson({ ...ada, isVerified: false })
    expect(await verified()).toEqual([])
    await findPerson(ada)
    expect(await verified()).toEqual([{ email: ada.email }])
    await findPerson({ ...ada, email: 'grace@example.test', isVerified: false })
    expect(await verified()).toEqual([])
  })

  test('has no access after removal', async () => {
    await findPerson(ada)
    await findPerson(grace)
    credentials = { ...credentials, id: grace.id }
    expect((await send('DELETE', `/people/${ada.id}`)).status).toBe(204)
    expect(await findPerson(ada)).toBeNull()
    expect(await findPerson({ ...ada, email: 'lovelace@example.test' })).toBeNull()
  })

  test('has access again after removal once a role is assigned', async () => {
    await findPerson(ada)
    await remotePeopleAdmin(database, []).remove(grace.id, ada.id)
    const listed = await remotePeopleAdmin(database, []).list()
    expect(listed.find(({ id }) => id === ada.id)).toMatchObject({ state: 'inactive', roles: [] })
    credentials = { ...credentials, id: grace.id }
    expect((await send('POST', '/people/update', { id: ada.id, role: 'viewer' })).status).toBe(200)
    expect(await findPerson(ada)).toEqual({ id: ada.id, name: ada.name, email: ada.email, roles: ['viewer'] })
  })

  test('returns without an address that belongs to another user by then', async () => {
    await findPerson({ ...ada, isVerified: false })
    await remotePeopleAdmin(database, []).remove(grace.id, ada.id)
    await findPerson({ ...grace, email: ada.email })
    await remotePeopleAdmin(database, []).addRoles(grace.id, ada.id, ['viewer'])
    expect(await personsNamed(ada.name)).toEqual([{ id: ada.id, email: null }])
  })

  test('has access again after removal when ADMINISTRATORS contains the address', async () => {
    await findPerson(ada)
    await remotePeopleAdmin(database, []).remove(grace.id, ada.id)
    expect(await findPerson({ ...ada, isVerified: false }, [ada.email])).toBeNull()
    expect((await findPerson(ada, [ada.email]))?.roles).toEqual(['admin'])
  })
})

describe('an administrator of a console with remote sign-in', () => {
  beforeEach(async () => {
    await findPerson(ada)
    await findPerson(grace)
  })

  test('assigns and removes roles', async () => {
    const joan = { ...ada, id: makeId('0d'), name: 'Joan Clarke', email: 'joan@example.test' }
    await findPerson(joan)
    expect((await send('POST', '/people/update', { id: joan.id, role: 'editor' })).status).toBe(200)
    expect((await findPerson(joan))?.roles).toEqual(['editor'])
  })

  test('is informed that names, invitations, states and second factors belong to the identity service', async () => {
    const person = { firstName: 'Joan', lastName: 'Clarke', email: 'joan@example.test', role: 'viewer' }
    const responses = await Promise.all([
      send('POST', '/auth/invite_user', person),
      send('POST', '/people/update', { id: grace.id, firstName: 'G' }),
      send('POST', '/people/update', { id: grace.id, active: false }),
      send('POST', `/auth/${grace.id}/reset_second_factor`),
    ])
    expect(responses.map(({ status, body }) => [status, body.error])).toEqual(
      responses.map(() => [400, 'This account is managed by the identity service.']),
    )
  })

  test('cannot remove the admin role or access from themselves or from users in ADMINISTRATORS', async () => {
    await send('POST', `/rbac/${ada.id}/update_role`, { roles: ['admin'] })
    const responses = await Promise.all([
      send('POST', '/people/update', { id: ada.id, role: 'viewer' }),
      send('DELETE', `/people/${ada.id}`),
      send('POST', '/people/update', { id: grace.id, role: 'viewer' }),
      send('DELETE', `/people/${grace.id}`),
    ])
    expect(responses.map(({ status, body }) => [status, body.error])).toEqual([
      [409, 'You cannot remove your own administrator access.'],
      [409, 'You cannot remove your own administrator access.'],
      [409, 'This person is listed in ADMINISTRATORS.'],
      [409, 'This person is listed in ADMINISTRATORS.'],
    ])
    expect((await findPerson(ada))?.roles).toEqual(['admin'])
  })

  test('is not removed at the same time as the last other administrator', async () => {
    for (const { id } of [ada, grace]) await send('POST', `/rbac/${id}/update_role`, { roles: ['admin'] })
    const accounts = remotePeopleAdmin(database, [])
    const outcomes = await Promise.allSettled([
      accounts.setRoles(ada.id, grace.id, ['viewer']),
      accounts.remove(grace.id, ada.id),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('sees all users with address and roles', async () => {
    await send('POST', `/rbac/${ada.id}/update_role`, { roles: ['responder', 'editor'] })
    const listed = await remotePeopleAdmin(database, []).list()
    expect(listed.map(({ name, roles, state }) => ({ name, roles, state }))).toEqual([
      { name: 'Ada Ops', roles: ['editor', 'responder'], state: null },
      { name: 'Admin', roles: ['admin'], state: null },
      { name: 'Grace Hopper', roles: [], state: null },
    ])
  })
})
