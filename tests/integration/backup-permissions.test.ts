import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportBackupRoute, importBackupRoute, previewBackupRoute } from '#shared/backup/backup-routes.ts'
import { decide } from '#shared/access/decide.ts'
import type { Database } from '#relay/database/database.ts'
import type { TestBackend } from '#tests/fixtures/backend.ts'
import { createBackupClient, toChanges, createConsole, openConsole, toEmail } from '#tests/fixtures/backups.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'
import { admin, insertRow, oneValue } from '#tests/fixtures/rows.ts'

const permission = (spec: string, name = 'x') => `kind: Permission\nmetadata: { name: ${name} }\nspec: ${spec}\n`
const group = (selectors: string) =>
  `kind: PermissionGroup\nmetadata: { name: readers }\nspec: { selectors: ${selectors} }\n`

const give = (person: string, object: string) =>
  permission(`{ subject: { person: ${person}@example.test }, action: "*", object: ${object} }`)

let source: TestBackend
beforeAll(async () => {
  source = await createConsole(['Mara'])
  const { database } = source
  const mara = await oneValue(database, 'select id from people where email = $1', [toEmail('Mara')])
  const nameless = await insertRow(database, 'people', { name: 'Nameless' })
  const team = await insertRow(database, 'teams', { name: 'ops', created_by: admin, source: 'UI', spec: '{}' })
  const item = await insertRow(database, 'config_items', { name: 'db', type: 'Db', config_class: 'Db', config: '{}' })
  const hook = { name: 'hook', namespace: 'default', type: 'http', source: 'UI', url: 'http://127.0.0.1:1/' }
  const connection = await insertRow(database, 'connections', hook)
  const insertPermission = (row: object) =>
    insertRow(database, 'permissions', { action: 'read', object: 'canaries', ...row })
  await insertPermission({
    name: 'a',
    subject: mara,
    subject_type: 'person',
    action: 'read,write',
    description: 'On duty',
  })
  await insertPermission({ name: 'b', team_id: team, subject: null, deny: true, until: '2035-01-01' })
  const narrowed = { object: 'connection', connection_id: connection, agents: '{local}', tags: '{"env": "prod"}' }
  await insertPermission({ name: 'c', subject: 'everyone', ...narrowed })
  const selector = { object: null, object_selector: '{"playbooks": [{"name": "scale-*"}]}' }
  await insertPermission({ name: 'd', namespace: 'ops', subject: 'readers', ...selector })
  await insertPermission({ name: 'item', subject: 'everyone', object: 'catalog', config_id: item })
  await insertPermission({ name: 'nameless', subject: nameless, subject_type: 'person' })
  await insertPermission({ name: 'nobody', subject: null })
  await insertPermission({ name: 'odd', subject: 'everyone', object: 'frobs' })
  await insertPermission({ name: 'ended', subject: 'everyone', until: '2020-01-01' })
  await insertPermission({ name: 'gone', subject: 'everyone', deleted_at: 'now' })
  const selectors = '{"notifications": [{"name": "x"}]}'
  await insertRow(database, 'permission_groups', { name: 'readers', namespace: 'ops', selectors, source: 'UI' })
})
afterAll(() => source.close())

const listPermissions = async ({ database }: { readonly database: Database }) =>
  (
    await database.query(
      `select permissions.name, subject_type, coalesce(people.name, teams.name, subject) as subject, action, deny, object, object_selector,
         connections.name as connection, agents, permissions.tags, until, permissions.source
         from permissions left join people on people.id::text = subject left join teams on teams.id::text = subject
         left join connections on connections.id = connection_id where permissions.deleted_at is null order by permissions.name`,
    )
  ).rows

test('exports active permissions by name, and reports those that cannot be exported', async () => {
  const { text, left_out: leftOut } = await createBackupClient(source).exported()
  const documents = text.split('---\n').filter((part) => part.includes('\nkind: Permission'))
  expect(documents).toEqual([
    'apiVersion: mission-control.flanksource.com/v1\nkind: PermissionGroup\nmetadata:\n  name: readers\n  namespace: ops\nspec:\n  notifications:\n    - name: x\n',
    `apiVersion: mission-control.flanksource.com/v1
kind: Permission
metadata:
  name: a
  namespace: default
spec:
  description: On duty
  subject:
    person: mara@example.test
  actions:
    - read
    - write
  object: canaries
`,
    `apiVersion: mission-control.flanksource.com/v1
kind: Permission
metadata:
  name: b
  namespace: default
spec:
  subject:
    team: ops
  actions:
    - read
  deny: true
  object: canaries
  until: 2035-01-01T00:00:00.000Z
`,
    `apiVersion: mission-control.flanksource.com/v1
kind: Permission
metadata:
  name: c
  namespace: default
spec:
  subject:
    group: everyone
  actions:
    - read
  object: connection
  resource:
    connection: default/hook
  agents:
    - local
  tags:
    env: prod
`,
    `apiVersion: mission-control.flanksource.com/v1
kind: Permission
metadata:
  name: d
  namespace: ops
spec:
  subject:
    group: readers
  actions:
    - read
  object:
    playbooks:
      - name: scale-*
`,
  ])
  expect(leftOut).toEqual([
    { key: 'Permission default/item', reason: 'It refers to a config item that other consoles cannot find by name.' },
    { key: 'Permission default/nameless', reason: 'It refers to a person that other consoles cannot find by name.' },
    { key: 'Permission default/nobody', reason: 'It has no subject.' },
    {
      key: 'Permission default/odd',
      reason: expect.stringContaining('Invalid permission field object: it must be a comma-separated list of '),
    },
  ])
})

test('restores permissions, and exports them unchanged', async () => {
  const { text } = await createBackupClient(source).exported()
  const target = await openConsole(['Mara'])
  const { preview, imported, exported } = createBackupClient(target)
  expect(new Set(Object.values(toChanges(await preview(text))))).toEqual(new Set(['added']))
  expect(await imported(text)).toEqual({ added: 7, changed: 0, removed: 0 })
  expect(await listPermissions(target)).toMatchObject([
    { name: 'a', subject_type: 'person', subject: 'Mara', action: 'read,write', deny: false, source: 'UI' },
    { name: 'b', subject_type: 'team', subject: 'ops', deny: true, until: '2035-01-01T00:00:00+00:00' },
    { name: 'c', subject: 'everyone', connection: 'hook', agents: ['local'], tags: { env: 'prod' } },
    { name: 'd', subject: 'readers', object: null, object_selector: { playbooks: [{ name: 'scale-*' }] } },
  ])
  expect((await exported()).text).toBe(text)
  expect(new Set(Object.values(toChanges(await preview(text))))).toEqual(new Set(['same']))

  const other = permission('{ subject: { group: guest }, action: read, object: canaries }', 'a')
  expect(toChanges(await preview(other))).toMatchObject({
    'Permission default/a': 'changed',
    'Permission default/b': 'extra',
    'PermissionGroup ops/readers': 'extra',
  })
  expect(await imported(other, { remove: ['Permission default/b'] })).toEqual({ added: 0, changed: 1, removed: 1 })
  expect((await listPermissions(target)).map(({ name, subject }) => [name, subject])).toEqual([
    ['a', 'guest'],
    ['c', 'everyone'],
    ['d', 'readers'],
  ])
  const { rows } = await target.database.query("select distinct origin from audit_log where table_name = 'permissions'")
  expect(rows).toEqual([{ origin: 'a backup' }])
})

test.each([
  [
    '{ subject: { person: lea@example.test }, action: read, object: canaries }',
    'spec.subject: person "lea@example.test" not found.',
  ],
  ['{ subject: { person: Nameless }, action: read, object: canaries }', 'spec.subject: person "Nameless" not found.'],
  ['{ subject: { team: nobody }, action: read }', 'spec.subject: team "nobody" not found.'],
  ['{ subject: {}, action: read }', 'Name one person, team, group or other subject.'],
  ['{ subject: { group: a, team: ops }, action: read }', 'Name one person, team, group or other subject.'],
  ['{ action: read }', 'spec.subject: '],
  ['{ subject: { group: guest }, action: frobnicate }', 'spec.action: must be a comma-separated list of '],
  ['{ subject: { group: guest }, action: read, object: frobs }', 'spec.object: must be a comma-separated list of '],
  [
    '{ subject: { group: guest }, action: read, object_selector: {} }',
    'spec.object_selector: must be an object of lists of selectors',
  ],
  ['{ subject: { group: guest }, action: read, resource: {} }', 'Name a canary, playbook or connection'],
  ['{ subject: { group: guest }, action: read, resource: { canary: a/b } }', 'spec.resource: canary "a/b" not found.'],
  ['{ subject: { group: guest }, action: read, tags: [1] }', 'spec.tags: must be an object of strings.'],
  ['{ subject: { group: guest }, action: read, until: soon }', 'spec.until: must be a time such as'],
  ['{ subject: { group: guest }, action: read, id: 1 }', 'spec.id: '],
])('rejects a permission of %s', async (spec, reason) => {
  expect(await createBackupClient(source).imported(permission(spec))).toContain(reason)
})

test('RESOURCES_DIR reads the same file, marks it as the source, and reverts what the file no longer contains', async () => {
  const { text } = await createBackupClient(source).exported()
  const target = await openConsole(['Mara'], { 'all.yaml': text })
  const names = async () =>
    (await listPermissions(target)).map(({ name, source: from }) => `${String(name)} ${String(from)}`)
  const all = ['a ConfigFile', 'b ConfigFile', 'c ConfigFile', 'd ConfigFile']
  await expect.poll(names).toEqual(all)
  expect(toChanges(await createBackupClient(target).preview(text))).toMatchObject({
    'Permission default/a': 'managed',
    'PermissionGroup ops/readers': 'managed',
  })
  const changes = () => target.changes.filter(({ relation }) => relation === 'permissions').length
  const before = changes()
  await target.write('more.yaml', permission('{ subject: { group: guest }, action: read, object: canaries }', 'more'))
  await expect.poll(names).toEqual([...all, 'more ConfigFile'])
  await expect.poll(changes).toBe(before + 1)
  await target.remove('more.yaml')
  await expect.poll(names).toEqual(all)
})

const running = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: runs }
spec: { schedule: '@every 1h', exec: [{ name: a, script: id }] }
`

describe('on import', () => {
  const roles = ['editor', 'commander', 'responder', 'viewer', 'guest']
  let database: Database
  let console: PeopleConsole
  beforeAll(async () => {
    database = await openServer()
    console = await startPeopleConsole(database, Object.fromEntries(['admin', ...roles].map((role) => [role, [role]])))
  })
  afterAll(async () => {
    await console.stop()
    await database.close()
  })

  const exporting = async (person: string) => (await console.ask(person, exportBackupRoute.path, 'POST', {})).status
  const importing = async (person: string, text: string, remove: readonly string[] = []) => {
    const response = await console.ask(person, importBackupRoute.path, 'POST', { text, remove })
    return { status: response.status, text: await response.text() }
  }
  /** Uses the data API so that it takes effect at once. */
  const grant = async (row: object) => {
    const response = await console.ask('admin', '/api/db/permissions', 'POST', { source: 'UI', ...row })
    expect(response.status).toBe(201)
  }
  const stored = async () =>
    (await database.query('select name, object, deny, deleted_at from permissions order by id')).rows

  test.each(roles)('a person with the role %s can neither give nor remove permissions', async (role) => {
    const before = await stored()
    for (const { path } of [exportBackupRoute, previewBackupRoute, importBackupRoute]) {
      const response = await console.ask(role, path, 'POST', { text: give(role, 'rbac'), remove: [] })
      expect([path, response.status]).toEqual([path, 403])
    }
    expect(await stored()).toEqual(before)
  })

  test.each(roles)('not even with the permission to import', async (role) => {
    await grant({
      name: `deny ${role}`,
      subject: console.getId(role),
      subject_type: 'person',
      action: 'read',
      object: 'agent',
      deny: true,
    })
    await grant({
      name: `may ${role}`,
      subject: console.getId(role),
      subject_type: 'person',
      action: '*',
      object: 'backup',
    })
    const before = await stored()
    const own = `Permission default/deny ${role}`
    for (const [text, remove] of [
      [give(role, 'rbac'), []],
      [give('guest', 'exec'), []],
      // Write on permissions allows creating groups that no permission uses.
      ...(role === 'editor' ? [] : [[group('{ configs: [] }'), []] as const]),
      ['kind: Team\nmetadata: { name: a }\n', [own]],
      [permission(`{ subject: { group: guest }, action: read, object: agent, deny: true }`, `"deny ${role}"`), []],
      [permission(`{ subject: { group: admin }, action: read, object: canaries, deny: true }`), []],
    ] as const) {
      const response = await importing(role, text, remove)
      expect([text, response]).toEqual([
        text,
        { status: 403, text: expect.stringMatching(/Nothing was imported\. You (do not have permission to|cannot)/) },
      ])
    }
    expect(await stored()).toEqual(before)
    expect((await database.query('select 1 from permission_groups')).rows).toEqual([])
    expect((await database.query("select 1 from teams where name = 'a'")).rows).toEqual([])
    expect(await importing(role, running)).toEqual({
      status: 403,
      text: expect.stringContaining(
        'Nothing was imported. This document runs programs, which requires write permission on exec.',
      ),
    })
    expect((await database.query("select 1 from canaries where name = 'runs'")).rows).toEqual([])
    expect((await importing(role, `kind: Team\nmetadata: { name: of-${role} }\n`)).status).toBe(200)
  })

  test.each([
    { action: 'playbook:r*', deny: true },
    { action: ' Playbook:RUN,, !write,', deny: true },
    { action: '*,', object_selector: { playbooks: [{ name: 'scale-*' }] }, object: null },
  ])('and a backup restores the effect of the permission %j', async (row) => {
    await database.query('delete from permissions')
    const readGrants = async () => {
      const { grants } = await console.backend.permissions.of({ id: console.getId('guest'), roles: ['guest'] })
      return (grants ?? []).filter(({ subject }) => subject === 'guest')
    }
    const decideAll = async () => {
      const principal = { id: console.getId('guest'), roles: ['viewer'], teams: [], grants: await readGrants() }
      return (['read', 'playbook:run', 'playbook:cancel', 'write'] as const).map((action) =>
        decide(principal, { action, resource: 'playbooks' }, { nowMs: Date.now() }),
      )
    }
    await grant({ name: 'stored', subject: 'guest', subject_type: 'group', object: 'playbooks', ...row })
    const [before, answers] = [await readGrants(), await decideAll()]
    expect(before).toHaveLength(1)
    const response = await console.ask('admin', exportBackupRoute.path, 'POST', {})
    const { text, left_out: leftOut } = exportBackupRoute.response.parse(await response.json())
    expect(leftOut).toEqual([])
    await database.query('delete from permissions')
    await expect.poll(readGrants).toEqual([])
    expect((await importing('admin', text)).status).toBe(200)
    expect(await readGrants()).toEqual([{ ...before[0], id: expect.any(String), action: expect.any(String) }])
    expect(await decideAll()).toEqual(answers)
  })

  test('an administrator can, and it takes effect at once', async () => {
    await database.query('delete from permissions')
    expect(await exporting('guest')).toBe(403)
    expect((await importing('admin', give('guest', 'backup'))).status).toBe(200)
    expect(await exporting('guest')).toBe(200)
  })
})
