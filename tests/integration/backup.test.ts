import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  backupMaxBytes,
  exportBackupRoute,
  importBackupRoute,
  previewBackupRoute,
} from '#shared/backup/backup-routes.ts'
import { specTextRoute } from '#shared/resources/spec-text-route.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { createBackupClient, toChanges } from '#tests/fixtures/backups.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { personPerRole, startPeopleConsole } from '#tests/fixtures/people-console.ts'

const passphrase = 'correct horse battery'

let source: TestBackend
beforeAll(async () => {
  source = await startTestBackend({ resources: { 'file.yaml': document('from-file') } })
  await fill(source)
})
afterAll(() => source.close())

const document = (name: string, spec = 'http: [{ name: home, url: "http://127.0.0.1:1/" }]') =>
  `kind: Canary\nmetadata: { name: ${name}, namespace: default }\nspec: { schedule: "@every 1h", ${spec} }\n`

const send = async (backend: TestBackend, method: 'POST' | 'PATCH', path: string, payload: object) => {
  const headers = { 'content-type': 'application/json', prefer: 'return=representation' }
  const response = await backend.app.inject({
    method,
    url: `/api/db/${path}`,
    headers,
    payload: JSON.stringify(payload),
  })
  expect([response.statusCode < 300, response.body]).toEqual([true, expect.anything()])
  const [row] = response.json<{ id: string }[]>()
  return row?.id ?? ''
}

const fill = async (backend: TestBackend) => {
  await send(backend, 'POST', 'connections', {
    name: 'shop',
    namespace: 'default',
    type: 'http',
    source: 'UI',
    url: 'http://ann:hunter1@host/',
    password: 'hunter2',
  })
  const team = await send(backend, 'POST', 'teams', {
    name: 'ops',
    icon: 'group',
    spec: {},
    source: 'UI',
    created_by: ada,
  })
  await send(backend, 'POST', 'canaries', {
    name: 'shop',
    namespace: 'default',
    source: 'UI',
    labels: { team: 'ops' },
    spec: {
      schedule: '@every 1h',
      http: [{ name: 'home', url: 'http://127.0.0.1:1/', password: { value: 'hunter3' } }],
    },
  })
  const steps = { actions: [{ name: 'wait', exec: { script: 'true' } }] }
  await send(backend, 'POST', 'playbooks', { name: 'restart', namespace: 'default', source: 'UI', spec: steps })
  await send(backend, 'POST', 'notifications', {
    name: 'tell ops',
    namespace: 'default',
    source: 'UI',
    events: ['check.failed'],
    team_id: team,
    custom_services: [{ name: 'on call', on_call_team_id: team }],
  })
}
const ada = '01890a5d-0000-7000-8000-000000000001'

const emptyConsole = async () => {
  const backend = await startTestBackend({ resources: { 'none.yaml': '' } })
  onTestFinished(() => backend.close())
  return backend
}

describe('an export', () => {
  test('contains every stored resource as documents, without secrets', async () => {
    const { text, count } = await createBackupClient(source).exported()
    expect(text.match(/^kind: .*/gm)?.sort()).toEqual(
      expect.arrayContaining([
        'kind: Canary',
        'kind: Connection',
        'kind: Notification',
        'kind: Playbook',
        'kind: Team',
      ]),
    )
    expect(count).toBe(text.match(/^kind: /gm)?.length)
    expect(text).toContain('from-file')
    expect(text).toContain('team: ops')
    expect(text).not.toMatch(/hunter|sealed:/)
  })

  test('contains a spec as people wrote it, with comments and key order, also after a change of the row', async () => {
    const spec = { schedule: '@every 1h', http: [{ name: 'home', url: 'http://a/', password: { value: 'hunter5' } }] }
    const id = await send(source, 'POST', 'canaries', { name: 'noted', namespace: 'default', source: 'UI', spec })
    const typed = `# why it matters
http:
  # the front door
  - name: home
    url: http://a/ # slow
    password: { value: hunter5 }
schedule: "@every 1h"
`
    const saveText = (app: TestBackend['app'], text: string) =>
      app.inject({ method: 'POST', url: '/api/resources/spec-text', payload: { table: 'canaries', id, text } })
    const loadText = async () =>
      specTextRoute.response.parse(
        (await source.app.inject({ url: `/api/resources/spec-text?table=canaries&id=${id}` })).json(),
      ).text
    expect(await loadText()).toBe(null)
    expect((await saveText(source.app, typed)).json()).toEqual({ text: typed.replace('hunter5', '"***"') })
    const { rows } = await source.database.query<{ text: string }>('select text from relay.spec_texts')
    expect(rows.map(({ text }) => text.includes('hunter'))).toEqual([false])
    const { database, resourcesDir } = source
    const viewer = await startTestBackend({ database, resourcesDir, roles: ['viewer'] })
    onTestFinished(() => viewer.stop())
    expect((await saveText(viewer.app, 'a: 1')).statusCode).toBe(403)

    await send(source, 'PATCH', `canaries?id=eq.${id}`, { spec: { ...spec, schedule: '@every 2h' } })
    expect(await loadText()).toBe(typed.replace('hunter5', '"***"').replace('1h', '2h'))
    const { text } = await createBackupClient(source).exported({ passphrase })
    expect(text).toContain(`spec:
  # why it matters
  http:
    # the front door
    - name: home
      url: http://a/ # slow
      password: { value: "encrypted:v1:`)
    expect(await saveText(source.app, 'a: [')).toMatchObject({ statusCode: 200, body: '{"text":null}' })
    expect(await loadText()).toBe(null)
    await saveText(source.app, typed)
    for (const [table, column] of [
      ['checks', 'canary_id'],
      ['canaries', 'id'],
    ])
      await source.database.query(`delete from ${table} where ${column} = $1`, [id])
    expect((await source.database.query('select text from relay.spec_texts')).rows).toEqual([])
  })

  test('can be read by RESOURCES_DIR', async () => {
    const { text } = await createBackupClient(source).exported()
    const own = text.split('---\n').filter((part) => /^kind: (Canary|Playbook)$/m.test(part))
    const reader = await startTestBackend({ resources: { 'backup.yaml': own.join('---\n') } })
    onTestFinished(() => reader.close())
    const { rows } = await reader.database.query(
      "select name, source::text from canaries where source like 'ConfigFile%' union all select name, source::text from playbooks order by 1",
    )
    expect(rows.map(({ name }) => name)).toEqual(['from-file', 'restart', 'shop'])
  })

  test('transfers secrets to another console, encrypted by a passphrase', async () => {
    const { text } = await createBackupClient(source).exported({ passphrase })
    expect(text).toContain('encrypted:v1:')
    expect(text).not.toMatch(/hunter|sealed:/)
    const target = await emptyConsole()
    const { preview, imported, exported } = createBackupClient(target)
    expect(toChanges(await preview(text, { passphrase }))).toMatchObject({
      'Connection default/shop': 'added',
      'Team ops': 'added',
      'Notification default/tell ops': 'added',
      'Playbook default/restart': 'added',
    })
    expect(await imported(text, { passphrase })).toMatchObject({ changed: 0, removed: 0 })
    const after = Object.values(toChanges(await preview(text, { passphrase })))
    expect(new Set(after.filter((change) => change !== 'extra'))).toEqual(new Set(['same']))

    const { rows } = await target.database.query(
      `select teams.name, custom_services @> jsonb_build_array(jsonb_build_object('on_call_team_id', teams.id)) as is_on_call, password
         from notifications join teams on teams.id = team_id, connections where connections.name = $1`,
      ['shop'],
    )
    expect(rows).toEqual([{ name: 'ops', is_on_call: true, password: expect.stringMatching(/^sealed:v2:/) }])
    const again = await exported({ passphrase })
    expect(toChanges(await createBackupClient(source).preview(again.text, { passphrase }))).toMatchObject({
      'Connection default/shop': 'same',
      'Canary default/from-file': 'managed',
    })
  })

  test('is recorded, and so is each row that an import writes', async () => {
    const { rows } = await source.database.query(
      "select action, row_name, after from audit_log where table_name = 'backups' order by at desc limit 1",
    )
    expect(rows).toMatchObject([{ action: 'exported', row_name: 'All resources' }])
  })
})

describe('an import', () => {
  test('matches existing resources, also when a deleted one had the same name', async () => {
    const target = await emptyConsole()
    const made = { name: 'shop', namespace: 'default', type: 'http', source: 'UI', url: 'http://host/' }
    const first = await send(target, 'POST', 'connections', made)
    await send(target, 'PATCH', `connections?id=eq.${first}`, { deleted_at: 'now' })
    await send(target, 'POST', 'connections', made)
    const { text } = await createBackupClient(target).exported()
    expect(toChanges(await createBackupClient(target).preview(text))).toMatchObject({
      'Connection default/shop': 'same',
    })
    expect(await createBackupClient(target).imported(text.replace('http://host/', 'http://other/'))).toMatchObject({
      changed: 1,
    })
  })

  test('changes only what the file contains, keeps omitted secrets, and removes what was selected', async () => {
    const target = await emptyConsole()
    await fill(target)
    await send(target, 'POST', 'canaries', {
      name: 'extra',
      namespace: 'default',
      source: 'UI',
      spec: { schedule: '@every 1h', http: [{ name: 'x', url: 'http://127.0.0.1:1/' }] },
    })
    const { exported, preview, imported } = createBackupClient(target)
    const { text } = await exported()
    const other = text
      .split('---\n')
      .filter((part) => !part.includes('name: extra'))
      .join('---\n')
      .replace('"@every 1h"', '"@every 2h"')
      .replace("'@every 1h'", "'@every 2h'")
      .replace('schedule: @every 1h', 'schedule: "@every 2h"')
    const seen = await preview(other)
    expect(toChanges(seen)).toMatchObject({ 'Canary default/extra': 'extra', 'Connection default/shop': 'same' })
    expect(await imported(other)).toMatchObject({ added: 0, removed: 0 })
    const alive = async () =>
      (
        await target.database.query(
          "select name from canaries where deleted_at is null and name in ('extra', 'shop') order by 1",
        )
      ).rows.map(({ name }) => name)
    expect(await alive()).toEqual(['extra', 'shop'])
    const { rows } = await target.database.query("select password from connections where name = 'shop'")
    expect(rows).toEqual([{ password: expect.stringMatching(/^sealed:/) }])

    expect(await imported(other, { remove: ['Canary default/extra', 'Canary default/shop'] })).toEqual({
      added: 0,
      changed: 0,
      removed: 1,
    })
    expect(await alive()).toEqual(['shop'])
    expect(toChanges(await preview(text))).toMatchObject({ 'Canary default/extra': 'added' })
  })

  test('reports missing secrets', async () => {
    const { text } = await createBackupClient(source).exported()
    const preview = await createBackupClient(await emptyConsole()).preview(text)
    const shop = typeof preview === 'string' ? undefined : preview.entries.find(({ kind }) => kind === 'Connection')
    expect(shop).toMatchObject({ change: 'added', missingSecrets: 2 })
  })

  test('previews changes without secrets', async () => {
    const text = `kind: Connection\nmetadata: { name: shop }\nspec: { type: http, url: "http://ann:hunter9@host/", password: "***" }\n`
    const preview = await createBackupClient(source).preview(text)
    const shop =
      typeof preview === 'string'
        ? undefined
        : preview.entries.find(({ name, kind }) => name === 'shop' && kind === 'Connection')
    expect(shop).toMatchObject({ change: 'changed', changesSecrets: true })
    expect(JSON.stringify(shop)).not.toContain('hunter')
  })

  test.each([
    ['a foreign file', 'services:\n  web: { image: nginx }\n', 'kind: required.'],
    ['a list', '- 1\n- 2\n', 'A document must be a map'],
    [
      'another kind of document',
      'kind: Deployment\nmetadata: { name: x }\n',
      'Not a backup: no documents of the kinds',
    ],
    [
      'an unknown kind among others',
      'kind: Team\nmetadata: { name: a }\n---\nkind: Pod\nmetadata: { name: x }\n',
      'The kind Pod cannot be imported.',
    ],
    ['broken YAML', 'kind: Canary\n  metadata: [', 'Invalid YAML'],
    ['a YAML bomb', bomb(), 'Write fewer aliases of large values.'],
    [
      'a name twice',
      'kind: Team\nmetadata: { name: a }\n---\nkind: Team\nmetadata: { name: a }\n',
      'Duplicate Team a: already defined in line 1.',
    ],
    ['a bad spec', 'kind: Playbook\nmetadata: { name: p }\nspec: { actions: 3 }\n', 'Playbook default/p: '],
    [
      'an unknown connection',
      'kind: Connection\nmetadata: { name: c }\nspec: { type: telex }\n',
      'unknown connection type "telex"',
    ],
    [
      'an unknown recipient',
      'kind: Notification\nmetadata: { name: n }\nspec: { events: [check.failed], to: { team: nobody } }\n',
      'team "nobody" not found.',
    ],
    ['an empty file', '', 'Not a backup: no documents of the kinds'],
  ])('of %s is rejected with a reason, and changes nothing', async (_, text, reason) => {
    const preview = await createBackupClient(source).preview(text)
    expect(
      typeof preview === 'string' ? preview : preview.problems.map((problem) => problem.reason).join('\n'),
    ).toContain(reason)
    expect(await createBackupClient(source).imported(text)).toContain(reason)
  })

  test('with a wrong passphrase, none, or parts of several files reports it', async () => {
    const { exported, preview, imported } = createBackupClient(source)
    const { text } = await exported({ passphrase })
    const passphraseError = 'Wrong passphrase, or the file was changed.'
    expect(await preview(text, { passphrase: 'another horse battery' })).toBe(passphraseError)
    expect(await imported(text, { passphrase: 'another horse battery' })).toBe(passphraseError)
    expect(await preview(text)).toBe(
      'The secrets in this file are encrypted. Enter the passphrase that it was exported with.',
    )
    const other = await exported({ passphrase })
    expect(await preview(`${text}---\n${other.text}`, { passphrase })).toContain('come from several backups')
    expect(await preview(text.replace(/encrypted:v1:[\w-]+/, 'encrypted:v1:AAAA'), { passphrase })).toContain(
      'is truncated',
    )
    const short = await source.app.inject({
      method: 'POST',
      url: exportBackupRoute.path,
      payload: { passphrase: 'short' },
    })
    expect([short.statusCode, short.json()]).toMatchObject([
      400,
      { error: 'A passphrase needs at least 12 characters.' },
    ])
  })
})

test('only administrators can export and import', async () => {
  const database = await openServer()
  const roles = ['editor', 'commander', 'responder', 'viewer', 'guest']
  const console = await startPeopleConsole(database, personPerRole)
  onTestFinished(async () => {
    await console.stop()
    await database.close()
  })
  const routes = [exportBackupRoute, previewBackupRoute, importBackupRoute]
  const bodies = [{}, { text: 'kind: Team\nmetadata: { name: a }\n' }, { text: '', remove: [] }]
  for (const role of roles) {
    for (const [index, { path }] of routes.entries()) {
      const response = await console.ask(role, path, 'POST', bodies[index])
      expect([role, path, response.status]).toEqual([role, path, 403])
    }
  }
  expect((await console.ask('admin', exportBackupRoute.path, 'POST', {})).status).toBe(200)
  const large = { text: `# ${'x'.repeat(backupMaxBytes)}` }
  const preview = await console.ask('admin', previewBackupRoute.path, 'POST', large)
  const { problems } = previewBackupRoute.response.parse(await preview.json())
  expect(problems).toEqual([{ line: 1, column: 1, reason: 'The file is 5.0 MB, the limit is 5.0 MB. Split it.' }])
})

function bomb(): string {
  const levels = Array.from({ length: 12 }, (_, index) =>
    index === 0 ? 'a0: &a0 [x,x,x,x,x,x,x,x,x]' : `a${index}: &a${index} [${`*a${index - 1},`.repeat(9)}]`,
  )
  return `kind: Canary\nmetadata: { name: x }\n${levels.join('\n')}`
}
