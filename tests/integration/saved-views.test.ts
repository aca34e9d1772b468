import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#shared/access/roles.ts'
import { listViewsRoute, saveViewRoute, viewsPerPersonMax, type NewView } from '#shared/views/saved-view.ts'
import { canShareViews } from '#shared/views/view-rights.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { personPerRole, startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'

let database: Database
let people: PeopleConsole

beforeAll(async () => {
  database = await openServer()
  people = await startPeopleConsole(database, personPerRole)
})
afterAll(async () => {
  await people.stop()
  await database.close()
})

const views = '/api/console/views'
const failing: NewView = { name: 'Failing payments', page: '/health', query: 'status=unhealthy:1', isShared: false }

const save = (user: string, view: object = {}) => people.ask(user, views, 'POST', { ...failing, ...view })
const saved = async (user: string, view: object = {}) => {
  const response = await save(user, view)
  expect(response.status).toBe(201)
  return saveViewRoute.response.parse(await response.json()).id
}
const listed = async (user: string) => listViewsRoute.response.parse(await (await people.ask(user, views)).json())
const listNames = async (user: string) => (await listed(user)).map(({ name }) => name)

describe('a view', () => {
  test('is private until shared, and disappears when deleted', async () => {
    const id = await saved('editor')
    expect(await listed('editor')).toEqual([
      {
        ...failing,
        id,
        owner: { id: people.getId('editor'), name: 'editor' },
        isDefault: false,
        updatedAt: expect.any(String),
      },
    ])
    expect(await listNames('viewer')).toEqual([])
    expect((await people.ask('editor', `${views}/${id}`, 'PATCH', { isShared: true })).status).toBe(200)
    expect(await listNames('viewer')).toEqual(['Failing payments'])
    expect((await people.ask('editor', `${views}/${id}`, 'DELETE')).status).toBe(200)
    expect(await listNames('viewer')).toEqual([])
  })

  test('is the default only for the user who chose it', async () => {
    const id = await saved('admin', { isShared: true })
    const setDefault = (user: string, chosen: string | null, page = '/health') =>
      people.ask(user, '/api/console/default-view', 'POST', { page, id: chosen })
    expect((await setDefault('viewer', id, '/settings/users')).status).toBe(404)
    expect((await setDefault('viewer', id)).status).toBe(200)
    expect((await listed('viewer')).map(({ isDefault }) => isDefault)).toEqual([true])
    expect((await listed('guest')).map(({ isDefault }) => isDefault)).toEqual([false])
    expect((await setDefault('viewer', null)).status).toBe(200)
    expect((await listed('viewer')).map(({ isDefault }) => isDefault)).toEqual([false])
    await people.ask('admin', `${views}/${id}`, 'DELETE')
  })

  test.each([
    ['another site', { page: '//evil.example/x' }],
    ['a script', { page: 'javascript:alert(1)' }],
    ['a second question', { query: 'a=1#b' }],
    ['an address without end', { query: 'x'.repeat(4_001) }],
    ['no name', { name: '   ' }],
    ['the name of another person', { owner: { id: 'x', name: 'y' } }],
  ])('rejects %s', async (_case, view) => {
    const response = await save('editor', view)
    expect(response.status).toBe(400)
    expect(await listNames('editor')).toEqual([])
  })

  test('has a unique name per page and owner, and the number per owner is limited', async () => {
    const id = await saved('responder')
    expect(await (await save('responder', { name: 'failing PAYMENTS' })).json()).toMatchObject({
      code: 'conflict',
      error: 'You already have a view with this name on this page.',
    })
    await saved('responder', { page: '/settings/jobs' })
    for (let count = 2; count < viewsPerPersonMax; count += 1) await saved('responder', { name: `view ${count}` })
    expect(await (await save('responder', { name: 'one more' })).json()).toMatchObject({ code: 'conflict' })
    expect((await people.ask('responder', `${views}/${id}`, 'PATCH', { name: 'View 7' })).status).toBe(409)
    await database.query('delete from relay.saved_views')
  })
})

describe('permissions for every role', () => {
  test.each(roles)('%s', async (role) => {
    const other = role === 'editor' ? 'commander' : 'editor'
    const shared = await saved(other, { name: 'shared', isShared: true })
    const own = await saved(other, { name: 'own' })
    const status = async (id: string, method: string, body?: object) =>
      (await people.ask(role, `${views}/${id}`, method, body)).status
    const changesShared = role === 'admin' ? 200 : 403

    expect((await save(role, { name: 'mine', isShared: true })).status).toBe(
      canShareViews({ roles: [role] }) ? 201 : 403,
    )
    expect(await status(own, 'PATCH', { name: 'taken' })).toBe(404)
    expect(await status(own, 'DELETE')).toBe(404)
    expect(await status(shared, 'PATCH', { name: 'renamed' })).toBe(changesShared)
    expect(await status(shared, 'DELETE')).toBe(changesShared)
    const ownView = await saved(role, { name: 'kept to myself' })
    expect(await status(ownView, 'PATCH', { isShared: true })).toBe(canShareViews({ roles: [role] }) ? 200 : 403)
    expect(await status(ownView, 'DELETE')).toBe(200)
    await database.query('delete from relay.saved_views')
  })
})

test('unauthenticated requests get 401', async () => {
  expect((await people.ask('nobody', views)).status).toBe(401)
})
