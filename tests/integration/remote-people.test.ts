import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountRoutes } from '#relay/backend/identity/admin/account-routes.ts'
import { remotePeopleAdmin } from '#relay/backend/people/remote-people-admin.ts'
import { personOfIdentity } from '#relay/backend/people/remote-people.ts'
import type { Database } from '#relay/database/database.ts'
import { handleErrors } from '#relay/errors/error-handler.ts'
import { openEmbedded } from '#tests/fixtures/databases.ts'

const idOf = (last: string) => `0195c0de-0000-7000-8000-0000000000${last}`
const ada = { id: idOf('0a'), name: 'Ada Ops', email: 'ada@example.test', isVerified: true }
const grace = { id: idOf('0b'), name: 'Grace Hopper', email: 'grace@example.test', isVerified: true }

let database: Database
let app: FastifyInstance
let asking = { id: ada.id, name: ada.name, email: ada.email, roles: ['admin'] }
const whoIs = (identity: typeof ada, administrators: readonly string[] = []) =>
  personOfIdentity(database, administrators)(identity)

beforeAll(async () => {
  database = await openEmbedded()
  app = fastify()
  handleErrors(app)
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    request.viewer = asking
  })
  const accounts = remotePeopleAdmin(database, [grace.email])
  await app.register(accountRoutes, { prefix: '/api', accounts, publicUrl: undefined })
})
afterAll(async () => {
  await app.close()
  await database.close()
})
beforeEach(async () => {
  asking = { id: ada.id, name: ada.name, email: ada.email, roles: ['admin'] }
  await database.query("delete from people where email <> 'admin@local' or email is null")
})

const send = async (method: 'POST' | 'DELETE', url: string, body?: object) => {
  const answer = await app.inject({ method, url: `/api${url}`, ...(body === undefined ? {} : { payload: body }) })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : JSON.parse(answer.body) }
}

describe('a person whom a remote identity service vouches for', () => {
  test('is made at the first sign-in, without any role, and is the same one afterwards', async () => {
    expect(await whoIs(ada)).toEqual({ id: ada.id, name: ada.name, email: ada.email, roles: [] })
    await send('POST', `/rbac/${ada.id}/update_role`, { roles: ['viewer'] })
    expect(await whoIs(ada)).toEqual({ id: ada.id, name: ada.name, email: ada.email, roles: ['viewer'] })
  })

  test('is administrator when ADMINISTRATORS names the address, and only when the service has verified it', async () => {
    expect((await whoIs({ ...ada, isVerified: false }, [ada.email]))?.roles).toEqual([])
    expect((await whoIs(grace, [ada.email]))?.roles).toEqual([])
    expect((await whoIs(ada, [ada.email]))?.roles).toEqual(['admin'])
  })

  test('is the person with the same address when the service has verified it, and never takes that person over otherwise', async () => {
    await database.query("insert into people (id, name, email) values ($1, 'Ada', $2)", [idOf('0f'), ada.email])
    expect((await whoIs(ada))?.id).toBe(idOf('0f'))
    const stranger = { ...ada, id: idOf('0c'), isVerified: false }
    expect(await whoIs(stranger)).toEqual({ id: stranger.id, name: ada.name, email: ada.email, roles: [] })
  })

  test('does not become whoever merely claimed the address before, whom it is taken from', async () => {
    const squatter = { ...ada, id: idOf('0e'), name: 'Eve', isVerified: false }
    expect((await whoIs(squatter, [ada.email]))?.id).toBe(squatter.id)
    expect(await whoIs(ada, [ada.email])).toEqual({ id: ada.id, name: ada.name, email: ada.email, roles: ['admin'] })
    expect((await whoIs(squatter, [ada.email]))?.roles).toEqual([])
    const { rows } = await database.query('select id, email from people where id in ($1, $2) order by id', [
      ada.id,
      squatter.id,
    ])
    expect(rows).toEqual([
      { id: ada.id, email: ada.email },
      { id: squatter.id, email: null },
    ])
  })

  test('has an address that counts for approvals only while the service says that it is verified', async () => {
    const verified = async () =>
      (await database.query('select email from relay.verified_addresses where person_id = $1', [ada.id])).rows
    await whoIs({ ...ada, isVerified: false })
    expect(await verified()).toEqual([])
    await whoIs(ada)
    expect(await verified()).toEqual([{ email: ada.email }])
    await whoIs({ ...ada, email: 'grace@example.test', isVerified: false })
    expect(await verified()).toEqual([])
  })

  test('who was removed here gets in no more', async () => {
    await whoIs(ada)
    await whoIs(grace)
    asking = { ...asking, id: grace.id }
    expect((await send('DELETE', `/people/${ada.id}`)).status).toBe(204)
    expect(await whoIs(ada)).toBeNull()
  })
})

describe('an administrator of a console whose people sign in elsewhere', () => {
  beforeEach(async () => {
    await whoIs(ada)
    await whoIs(grace)
  })

  test('gives and takes roles', async () => {
    const joan = { ...ada, id: idOf('0d'), name: 'Joan Clarke', email: 'joan@example.test' }
    await whoIs(joan)
    expect((await send('POST', '/people/update', { id: joan.id, role: 'editor' })).status).toBe(200)
    expect((await whoIs(joan))?.roles).toEqual(['editor'])
  })

  test('is told that names, invitations, states and second factors are the identity service’s', async () => {
    const person = { firstName: 'Joan', lastName: 'Clarke', email: 'joan@example.test', role: 'viewer' }
    const answers = await Promise.all([
      send('POST', '/auth/invite_user', person),
      send('POST', '/people/update', { id: grace.id, firstName: 'G' }),
      send('POST', '/people/update', { id: grace.id, active: false }),
      send('POST', `/auth/${grace.id}/reset_second_factor`),
    ])
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      answers.map(() => [400, 'The identity service keeps this account.']),
    )
  })

  test('cannot take the role admin, or the console, from themselves or from whom ADMINISTRATORS names', async () => {
    await send('POST', `/rbac/${ada.id}/update_role`, { roles: ['admin'] })
    const answers = await Promise.all([
      send('POST', '/people/update', { id: ada.id, role: 'viewer' }),
      send('DELETE', `/people/${ada.id}`),
      send('POST', '/people/update', { id: grace.id, role: 'viewer' }),
      send('DELETE', `/people/${grace.id}`),
    ])
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [409, 'You are the administrator who asks.'],
      [409, 'You are the administrator who asks.'],
      [409, 'ADMINISTRATORS names this person.'],
      [409, 'ADMINISTRATORS names this person.'],
    ])
    expect((await whoIs(ada))?.roles).toEqual(['admin'])
  })

  test('is not taken away together with the last other one, at once', async () => {
    for (const { id } of [ada, grace]) await send('POST', `/rbac/${id}/update_role`, { roles: ['admin'] })
    const accounts = remotePeopleAdmin(database, [])
    const outcomes = await Promise.allSettled([
      accounts.setRoles(ada.id, grace.id, ['viewer']),
      accounts.remove(grace.id, ada.id),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('sees everybody with an address, with the roles held', async () => {
    await send('POST', `/rbac/${ada.id}/update_role`, { roles: ['responder', 'editor'] })
    const listed = await remotePeopleAdmin(database, []).list()
    expect(listed.map(({ name, roles, state }) => ({ name, roles, state }))).toEqual([
      { name: 'Ada Ops', roles: ['editor', 'responder'], state: null },
      { name: 'Admin', roles: ['admin'], state: null },
      { name: 'Grace Hopper', roles: [], state: null },
    ])
  })
})
