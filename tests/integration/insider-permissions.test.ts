import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { areas, foreignLists } from '#shared/access/areas.ts'
import { accessMatrix } from '#relay/backend/data-api/access/access-matrix.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'
import { admin, insertRow } from '#tests/fixtures/rows.ts'

let database: Database
let people: PeopleConsole
let team: string

beforeAll(async () => {
  database = await openServer()
  people = await startPeopleConsole(database, {
    admin: ['admin'],
    grace: ['admin'],
    editor: ['editor'],
    eve: ['editor'],
    viewer: ['viewer'],
    guest: ['guest'],
  })
  team = await insertRow(database, 'teams', { name: 'oncall', created_by: admin })
})
afterAll(async () => {
  await people.stop()
  await database.close()
})
afterEach(async () => {
  await database.query('delete from permissions')
  await database.query('delete from permission_groups')
  await database.query('delete from team_members')
  await database.query(`update teams set deleted_at = null, name = 'oncall'`)
})

const path = '/api/db/permissions'
const about = (name: string) => ({ subject: people.getId(name), subject_type: 'person' })
const group = (name: string) => ({ subject: name, subject_type: 'group' })
const row = (fields: object) => ({ action: 'read', object: 'canaries', source: 'UI', ...fields })

const tryAs = async (name: string, where: string, method: string, body?: object) => {
  const response = await people.ask(name, where, method, body)
  const text = await response.text()
  return { status: response.status, text }
}
const add = (name: string, fields: object) => tryAs(name, path, 'POST', row(fields))
const insertPermission = async (fields: object) => insertRow(database, 'permissions', row(fields))
const rows = async () => (await database.query<{ id: string }>('select id from permissions')).rows.map(({ id }) => id)
const join = (person: string) =>
  database.query('insert into team_members (team_id, person_id) values ($1, $2)', [team, person])
const cannotGive = { status: 403, text: expect.stringContaining('You cannot grant') }
const cannotTake = { status: 403, text: expect.stringContaining('You cannot restrict') }

describe('an invalid permission', () => {
  test.each<[string, object]>([
    ['object_selector', { object_selector: [1] }],
    ['object_selector', { object_selector: 'everything' }],
    ['object_selector', { object_selector: { configs: 'x' } }],
    ['object_selector', { object_selector: { hosts: [] } }],
    ['object_selector', { object_selector: { configs: [{ nmae: 'x' }] } }],
    ['object_selector', { object_selector: { playbooks: [{}] } }],
    ['object_selector', { object_selector: { components: [{ labelSelector: 'app in (web' }] }, deny: true }],
    ['object_selector', { object_selector: { scopes: [{ name: 'payments' }] } }],
    ['tags', { tags: [1] }],
    ['agents', { agents: [null] }],
    ['action', { action: 'frobnicate' }],
    ['object', { object: 'frobs' }],
    ['object', { object: null }],
    ['object', { object: null, deny: true }],
    ['subject_type', { subject_type: 'robot' }],
    ['until', { until: 'infinity' }],
  ])('because of its %s is rejected when it is written: %j', async (field, fields) => {
    for (const name of ['editor', 'admin']) {
      const { status, text } = await add(name, { ...group('guest'), ...fields })
      expect([status, text]).toEqual([400, expect.stringContaining(`Invalid permission field ${field}: it must `)])
    }
    expect(await rows()).toEqual([])
    expect((await people.ask('viewer', '/api/db/canaries')).status).toBe(200)
  })

  test('is rejected when a change makes it invalid, and when it is restored', async () => {
    const id = await insertPermission(group('guest'))
    const broken = { object_selector: [1] }
    expect((await tryAs('admin', `${path}?id=eq.${id}`, 'PATCH', broken)).status).toBe(400)
    await database.query(`update permissions set deleted_at = now(), object_selector = '[1]'`)
    expect((await tryAs('admin', `${path}?id=eq.${id}`, 'PATCH', { deleted_at: null })).status).toBe(400)
  })

  test('whose stored selector matches nothing can still be described, but not be given to others by a copy', async () => {
    const selector = { object: null, object_selector: { playbooks: [{}] } }
    const id = await insertPermission({ ...group('guest'), object: null, object_selector: '{"playbooks": [{}]}' })
    expect((await tryAs('admin', `${path}?id=eq.${id}`, 'PATCH', { description: 'x' })).status).toBe(200)
    expect((await add('admin', { ...group('viewer'), ...selector })).status).toBe(400)
  })

  test('is ignored: it grants and denies nothing, is logged once, listed, explained and can be deleted', async () => {
    const id = await insertPermission({ ...group('everyone'), action: '*', object: '*', deny: true })
    await insertPermission({ ...group('everyone'), action: '*', object: '*', subject_type: 'robot' })
    await database.query(`update permissions set object_selector = '[1]' where id = $1`, [id])
    const warned = async () => {
      await people.ask('viewer', '/api/db/canaries')
      return people.log.filter((line) => line.includes(id)).length
    }
    await expect.poll(warned).toBe(1)
    for (const name of ['admin', 'editor', 'viewer', 'guest'])
      expect([name, (await people.ask(name, '/api/db/canaries')).status]).toEqual([name, 200])
    expect((await people.ask('viewer', '/api/db/connections')).status).toBe(403)
    expect(await warned()).toBe(1)
    const listed = await people.ask('admin', '/api/db/permissions_summary?select=id,object_selector')
    expect(await listed.json()).toContainEqual({ id, object_selector: [1] })
    const question = `person=${people.getId('viewer')}&action=read&resource=canaries`
    const explained = await people.ask('admin', `/api/access/explanation?${question}`)
    expect(await explained.json()).toMatchObject({
      answer: 'allowed',
      unknown: [expect.stringContaining('Invalid permissions are ignored (2).')],
    })
    expect((await tryAs('admin', `${path}?id=eq.${id}`, 'DELETE')).status).toBe(200)
  })
})

describe('an administrator keeps access', () => {
  const denies = [
    ['everyone', () => group('everyone')],
    ['the group admin', () => group('admin')],
    ['the administrator’s person', () => about('admin')],
    ['the administrator’s person, by the old column', () => ({ person_id: admin, subject_type: 'person' })],
    ['a team of theirs', () => ({ subject: team, subject_type: 'team' })],
  ] as const

  test.each(denies)(
    'despite an own deny of everything on %s, which applies to the rest and can be undone',
    async (_target, of) => {
      await join(admin)
      const made = await add('admin', { ...of(), action: '*', object: '*', deny: true })
      expect(made.status).toBe(201)
      const [id = ''] = await rows()
      const lists = ['permissions', 'permissions_summary', 'people', 'people_roles', 'teams', 'team_members']
      for (const list of lists)
        expect([list, (await people.ask('admin', `/api/db/${list}`)).status]).toEqual([list, 200])
      expect((await people.ask('admin', '/api/db/connections')).status).toBe(403)
      expect((await people.ask('admin', '/api/db/canaries')).status).toBe(403)
      const question = `person=${admin}&action=delete&resource=permissions`
      const explained = await people.ask('admin', `/api/access/explanation?${question}`)
      expect(await explained.json()).toMatchObject({ answer: 'allowed' })
      expect((await tryAs('admin', `${path}?id=eq.${id}`, 'DELETE')).status).toBe(200)
      expect((await people.ask('admin', '/api/db/connections')).status).toBe(200)
    },
  )

  test.each(denies)('regardless of an editor’s writes: no deny on %s', async (_target, of) => {
    await join(admin)
    expect(await add('editor', { ...of(), deny: true })).toEqual(cannotTake)
    expect(await add('editor', { ...of(), action: '*', object: '*', deny: true })).toEqual(cannotTake)
    expect(await rows()).toEqual([])
  })

  test('as the last administrator, regardless of writes to people', async () => {
    const last = `/api/db/people?id=in.(${people.getId('grace')})`
    expect((await tryAs('admin', last, 'PATCH', { deleted_at: 'now()' })).status).toBe(409)
    const { rows: found } = await database.query('select 1 from people where id = $1 and deleted_at is null', [
      people.getId('grace'),
    ])
    expect(found).toHaveLength(1)
    expect((await tryAs('admin', last, 'PATCH', { title: 'SRE' })).status).toBe(200)
  })
})

describe('an editor', () => {
  const writeConnections = { action: 'create,read,update,delete', object: 'connection' }

  test.each<[string, object]>([
    ['writing connections', writeConnections],
    ['one connection', { object: null, connection_id: '01890a5d-0000-7000-8000-00000000c0de', action: 'update' }],
    ['connections by selector', { object: null, object_selector: { connections: [{ name: '*' }] }, action: 'update' }],
    ['everything', { action: '*', object: '*' }],
    ['everything but reading logs', { action: '!read', object: '!logs' }],
    ['changing people', { action: 'update', object: 'people' }],
    ['roles', { action: '*', object: 'rbac' }],
  ])('grants %s to no user', async (_description, fields) => {
    const toTeam = { subject: team, subject_type: 'team' }
    for (const to of [about('editor'), about('viewer'), group('editor'), group('everyone'), toTeam])
      expect(await add('editor', { ...to, ...fields })).toEqual(cannotGive)
    expect(await rows()).toEqual([])
  })

  test('grants own permissions, and denies them to users who have no more', async () => {
    expect((await add('editor', { ...about('guest'), action: 'update' })).status).toBe(201)
    expect((await add('editor', { ...about('viewer'), deny: true })).status).toBe(201)
    expect((await add('editor', { ...about('eve'), deny: true })).status).toBe(201)
  })

  test.each<[string, object]>([
    ['widens', { action: 'read,update' }],
    ['moves to themselves', { subject: 'me' }],
    ['prolongs', { until: null }],
  ])('%s no grant of an administrator', async (_description, fields) => {
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const id = await insertPermission({ ...about('viewer'), action: 'update', object: 'connection', until })
    const change = 'subject' in fields ? about('editor') : fields
    expect(await tryAs('editor', `${path}?id=eq.${id}`, 'PATCH', change)).toEqual(cannotGive)
    const upsert = { id, source: 'UI', ...about('viewer'), action: 'update', object: 'connection', ...change }
    const merged = await fetch(`${people.url}${path}`, {
      method: 'POST',
      headers: { cookie: 'editor', 'content-type': 'application/json', prefer: 'resolution=merge-duplicates' },
      body: JSON.stringify(upsert),
    })
    expect(merged.status).toBe(403)
    expect((await tryAs('editor', `${path}?id=eq.${id}`, 'DELETE')).text).toContain('You cannot restrict')
  })

  test.each<[string, string, object | undefined]>([
    ['deletes', 'DELETE', undefined],
    ['hides', 'PATCH', { deleted_at: 'now()' }],
    ['ends', 'PATCH', { until: '2020-01-01T00:00:00Z' }],
    ['narrows', 'PATCH', { object_selector: { canaries: [{ name: 'x' }] } }],
    ['turns round', 'PATCH', { deny: false }],
  ])('%s no deny about themselves', async (_description, method, body) => {
    const id = await insertPermission({ ...about('editor'), deny: true, action: '*' })
    expect(await tryAs('editor', `${path}?id=eq.${id}`, method, body)).toEqual(cannotGive)
    expect((await people.ask('editor', '/api/db/canaries')).status).toBe(403)
  })

  test('joins no team with permissions they lack, and leaves or deletes none that denies them something', async () => {
    await insertPermission({ subject: team, subject_type: 'team', ...writeConnections })
    const member = (name: string) => ({ team_id: team, person_id: people.getId(name) })
    for (const name of ['editor', 'viewer'])
      expect(await tryAs('editor', '/api/db/team_members', 'POST', member(name))).toEqual(cannotGive)
    await database.query('delete from permissions')

    await insertPermission({ subject: team, subject_type: 'team', deny: true })
    expect(await tryAs('editor', '/api/db/team_members', 'POST', member('admin'))).toEqual(cannotTake)
    await join(people.getId('editor'))
    await expect.poll(async () => (await people.ask('editor', '/api/db/canaries')).status).toBe(403)
    const mine = `/api/db/team_members?person_id=eq.${people.getId('editor')}`
    expect(await tryAs('editor', mine, 'DELETE')).toEqual(cannotGive)
    expect(await tryAs('editor', mine, 'PATCH', { person_id: people.getId('guest') })).toEqual(cannotGive)
    expect(await tryAs('editor', `/api/db/teams?id=eq.${team}`, 'PATCH', { deleted_at: 'now()' })).toEqual(cannotGive)
    expect(await tryAs('editor', `/api/db/teams?id=eq.${team}`, 'DELETE')).toEqual(cannotGive)
    expect((await tryAs('editor', `/api/db/teams?id=eq.${team}`, 'PATCH', { icon: 'phone' })).status).toBe(200)
  })

  test('adds no user to a group with permissions they lack', async () => {
    await insertPermission({ ...group('dba'), ...writeConnections })
    const dba = { name: 'dba', source: 'UI', selectors: { people: [{ name: '*' }] } }
    expect(await tryAs('editor', '/api/db/permission_groups', 'POST', dba)).toEqual(cannotGive)
    await insertRow(database, 'permission_groups', { ...dba, selectors: { teams: [{ name: 'oncall' }] } })
    const member = { team_id: team, person_id: people.getId('editor') }
    expect(await tryAs('editor', '/api/db/team_members', 'POST', member)).toEqual(cannotGive)
  })
})

const addGroup = (name: string, selectors: object, fields: object = {}) =>
  insertRow(database, 'permission_groups', { name, source: 'UI', selectors: JSON.stringify(selectors), ...fields })
const readsNotifications = async () => (await people.ask('editor', '/api/db/notifications')).status

describe('an editor and a permission group', () => {
  const groups = '/api/db/permission_groups'
  const mail = 'editor@example.test'
  const held = { ...group('dba'), action: '*', object: 'connection' }
  const rejected = { status: 403, text: expect.stringMatching(/You cannot (grant|restrict)/) }

  test.each<[string, () => Promise<readonly [string, string, object?]>]>([
    [
      'creates it',
      async () => [groups, 'POST', { name: 'dba', source: 'UI', selectors: { people: [{ name: mail }] } }],
    ],
    [
      'creates a second one of its name',
      async () => {
        await addGroup('dba', { people: [{ name: 'grace@example.test' }] })
        return [groups, 'POST', { name: 'dba', namespace: 'own', source: 'UI', selectors: { people: [mail] } }]
      },
    ],
    [
      'adds members of every kind',
      async () => {
        const id = await addGroup('dba', { teams: ['nobody'] })
        return [`${groups}?id=eq.${id}`, 'PATCH', { selectors: { teams: ['nobody'], people: ['*@example.test'] } }]
      },
    ],
    [
      'adds a team that someone may join later',
      async () => {
        const id = await addGroup('dba', { teams: ['nobody'] })
        return [`${groups}?id=eq.${id}`, 'PATCH', { selectors: { teams: ['nobody', 'later'] } }]
      },
    ],
    [
      'renames an own group',
      async () => [`${groups}?id=eq.${await addGroup('own', { people: [mail] })}`, 'PATCH', { name: 'dba' }],
    ],
    [
      'restores it',
      async () => {
        const id = await addGroup('dba', { people: [mail] }, { deleted_at: 'now' })
        return [`${groups}?id=eq.${id}`, 'PATCH', { deleted_at: null }]
      },
    ],
    [
      'renames an own team',
      async () => {
        await addGroup('dba', { teams: ['dba-*'] })
        await join(people.getId('editor'))
        return [`/api/db/teams?id=eq.${team}`, 'PATCH', { name: 'dba-own' }]
      },
    ],
  ])('gains nothing when the editor %s', async (_, prepare) => {
    await insertPermission(held)
    const [where, method, body] = await prepare()
    expect(await tryAs('editor', where, method, body)).toEqual(rejected)
    expect((await people.ask('editor', '/api/db/permissions?select=id')).status).toBe(200)
  })

  test.each<[string, (id: string) => readonly [string, string, object?]]>([
    ['deletes it', (id) => [`${groups}?id=eq.${id}`, 'DELETE']],
    ['deletes it softly', (id) => [`${groups}?id=eq.${id}`, 'PATCH', { deleted_at: 'now()' }]],
    ['renames it', (id) => [`${groups}?id=eq.${id}`, 'PATCH', { name: 'free' }]],
    ['empties it', (id) => [`${groups}?id=eq.${id}`, 'PATCH', { selectors: {} }]],
    ['removes a member', (id) => [`${groups}?id=eq.${id}`, 'PATCH', { selectors: { teams: ['other'] } }]],
    ['leaves the team', () => [`/api/db/team_members?person_id=eq.${people.getId('editor')}`, 'DELETE']],
    ['renames the team', () => [`/api/db/teams?id=eq.${team}`, 'PATCH', { name: 'free' }]],
    ['deletes the team', () => [`/api/db/teams?id=eq.${team}`, 'PATCH', { deleted_at: 'now()' }]],
  ])('keeps its deny when the editor %s', async (_, change) => {
    await insertPermission({ ...group('contractors'), action: '*', object: 'notification', deny: true })
    await join(people.getId('editor'))
    const id = await addGroup('contractors', { teams: ['oncall'] })
    await expect.poll(readsNotifications).toBe(403)
    const [where, method, body] = change(id)
    expect(await tryAs('editor', where, method, body)).toEqual(rejected)
    expect(await readsNotifications()).toBe(403)
  })

  test('a change of its members directly in the database takes effect', async () => {
    await insertPermission({ ...group('contractors'), action: '*', object: 'notification', deny: true })
    const id = await addGroup('contractors', { people: ['grace@example.test'] })
    expect(await readsNotifications()).toBe(200)
    const write = (selectors: object) =>
      database.query('update permission_groups set selectors = $2 where id = $1', [id, JSON.stringify(selectors)])
    await write({ people: [mail] })
    await expect.poll(readsNotifications).toBe(403)
    await write({ people: [] })
    await expect.poll(readsNotifications).toBe(200)
  })
})

test('a user without write on permissions writes none, regardless of its content', async () => {
  for (const name of ['viewer', 'guest']) expect((await add(name, about('guest'))).status).toBe(403)
})

test('a user who may write permissions only by a grant grants no more than their own', async () => {
  // The console writes the permission: a row written directly to the database counts only after its notification.
  expect((await add('admin', { ...about('viewer'), action: '*', object: 'database.system' })).status).toBe(201)
  expect((await add('viewer', { ...about('guest'), action: 'read' })).status).toBe(201)
  expect(await add('viewer', { ...about('viewer'), action: 'update' })).toEqual(cannotGive)
  expect(await add('viewer', { ...about('viewer'), object: 'database.public' })).toEqual(cannotGive)
  expect(await add('viewer', { ...about('editor'), deny: true })).toEqual(cannotTake)
})

test('every relation belongs to an object that is checked when granting', async () => {
  const { rows: tables } = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const checkedObjects = new Set([...areas, ...foreignLists].map(({ resource, object }) => `${resource} ${object}`))
  const rights = tables.flatMap(({ name }) => accessMatrix.relation(name) ?? [])
  expect(rights.length).toBeGreaterThan(50)
  const missing = rights.flatMap(({ object, read, write }) =>
    [read, write].map((resource) => `${resource} ${object}`).filter((pair) => !checkedObjects.has(pair)),
  )
  expect(missing).toEqual([])
})
