import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import type { Database } from '#relay/database/database.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { createBackupClient, createConsole, toChanges } from '#tests/fixtures/backups.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'
import { insertRow } from '#tests/fixtures/rows.ts'

const waitOptions = { timeout: 20_000, interval: 50 }
const mails: { readonly to: string[]; text: string }[] = []
const requests: { readonly path: string; readonly headers: NodeJS.Dict<string | string[]> }[] = []
let mailServer: Server
let web: TestServer
let backend: TestBackend
let folder: string
let peopleDatabase: Database
let people: PeopleConsole

const startMailServer = () =>
  createServer((socket) => {
    let mail = { to: [] as string[], text: '' }
    let isText = false
    let buffer = ''
    socket.setEncoding('utf8').on('error', () => undefined)
    socket.write('220 mail\r\n')
    socket.on('data', (chunk: string) => {
      buffer += chunk
      const lines = buffer.split('\r\n')
      buffer = lines.pop() ?? ''
      for (const line of lines) {
        if (isText && line !== '.') {
          mail.text += `${line}\n`
          continue
        }
        if (isText) {
          mails.push(mail)
          mail = { to: [], text: '' }
        }
        if (/^RCPT/i.test(line)) mail.to.push(line)
        isText = /^DATA/i.test(line)
        socket.write(isText ? '354 go\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  })

beforeAll(async () => {
  mailServer = startMailServer()
  const port = await listen(mailServer)
  web = await startHttp((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers })
    response.writeHead(request.url?.startsWith('/fails') === true ? 500 : 200).end('{}')
  })
  backend = await startTestBackend({ mail: { url: `smtp://127.0.0.1:${port}`, from: 'console@example.test' } })
  folder = await mkdtemp(join(tmpdir(), 'documents-'))
  peopleDatabase = await openServer()
  people = await startPeopleConsole(peopleDatabase, { admin: ['admin'], mara: [], lea: [] }, folder)
})
afterAll(async () => {
  await people.stop()
  await peopleDatabase.close()
  await backend.close()
  await web.close()
  mailServer.close()
  await rm(folder, { recursive: true, force: true })
})

const webUrl = () => `http://127.0.0.1:${web.port}`
const mission = 'apiVersion: mission-control.flanksource.com/v1'
const document = (kind: string, name: string, spec: string) =>
  `${mission}\nkind: ${kind}\nmetadata: { name: ${name}, namespace: lab }\nspec:\n${spec.replaceAll(/^/gm, '  ')}\n`
const failingCanary = (name: string) =>
  `kind: Canary\nmetadata: { name: ${name}, namespace: lab }\nspec: { schedule: "@every 1s", http: [{ name: ${name}, url: "${webUrl()}/fails" }] }\n`

test('a check signs in with a connection whose address is built from its parts, secrets included', async () => {
  requests.splice(0)
  await backend.write(
    'a-canary.yaml',
    'kind: Canary\nmetadata: { name: parts, namespace: lab }\nspec: { schedule: "@every 1s", http: [{ name: parts, connection: "connection://lab/shop" }] }\n',
  )
  await backend.write(
    'z-connection.yaml',
    document(
      'Connection',
      'shop',
      `http:\n  url: { value: "${webUrl()}/$(properties.path)" }\n  username: { value: ada }\n  password: { value: secret1 }\nproperties: { path: { value: orders } }`,
    ),
  )
  await vi.waitFor(() => expect(requests.map(({ path }) => path)).toContain('/orders'), waitOptions)
  const request = requests.find(({ path }) => path === '/orders')
  expect(request?.headers['authorization']).toBe(`Basic ${Buffer.from('ada:secret1').toString('base64')}`)
  await backend.remove('a-canary.yaml')
})

test('a notification document sends mail and calls its connection, whatever the order of its files', async () => {
  requests.splice(0)
  await backend.write(
    'a-rules.yaml',
    [
      document(
        'Notification',
        'mailed',
        'events: [check.failed]\nfilter: check.name == "down"\nto: { email: ops@example.test }',
      ),
      document(
        'Notification',
        'called',
        'events: [check.failed]\nfilter: check.name == "down"\nto: { connection: "connection://lab/hook", properties: { extra: "1" } }\nfallback: { team: ops, delay: 5m }',
      ),
    ].join('---\n'),
  )
  await backend.write('b-canary.yaml', failingCanary('down'))
  await backend.write('y-team.yaml', document('Team', 'ops', 'members: []'))
  await backend.write('z-hook.yaml', document('Connection', 'hook', `webhook: { url: { value: "${webUrl()}/hook" } }`))
  await vi.waitFor(() => {
    expect(mails.map(({ to }) => to.join())).toEqual(
      expect.arrayContaining([expect.stringContaining('ops@example.test')]),
    )
    expect(requests.map(({ path }) => path)).toContain('/hook')
  }, waitOptions)
  await backend.remove('b-canary.yaml')
})

test('a reference that does not exist is rejected with its line, and resolved once it does', async () => {
  const logged = (text: string) =>
    vi.waitFor(() => expect(backend.log.some((line) => line.includes(text))).toBe(true), waitOptions)
  await backend.write(
    'waiting.yaml',
    document('Notification', 'waiting', 'events: [check.failed]\nto: { playbook: later }'),
  )
  await logged('waiting.yaml:6:3: spec.to: playbook \\"later\\" not found.')
  const rules = async () =>
    (await backend.database.query("select name from notifications where name = 'waiting' and deleted_at is null")).rows
  expect(await rules()).toEqual([])
  await backend.write('zz.yaml', document('Playbook', 'later', 'actions: [{ name: a, exec: { script: "true" } }]'))
  await vi.waitFor(async () => expect(await rules()).toHaveLength(1), waitOptions)
  await backend.write(
    'waiting.yaml',
    document('Notification', 'waiting', 'events: [check.failed]\nto: { connection: "connection://none" }'),
  )
  await logged('waiting.yaml:6:9: spec.to.connection: connection \\"connection://none\\" not found.')
  await backend.remove('waiting.yaml')
})

const readItems = async (person: string) => {
  const response = await people.ask(person, '/api/db/config_items?select=name&order=name')
  return response.status === 200
    ? ((await response.json()) as { name: string }[]).map(({ name }) => name)
    : response.status
}

test('a permission document grants and denies what its selectors name', async () => {
  const item = { type: 'Db', config_class: 'Database', config: '{}' }
  for (const name of ['orders', 'payroll']) await insertRow(peopleDatabase, 'config_items', { ...item, name })
  expect(await readItems('mara')).not.toEqual(expect.arrayContaining(['orders']))
  await writeFile(
    join(folder, 'permissions.yaml'),
    [
      document(
        'Permission',
        'a-readers',
        'subject: { team: readers }\nactions: [read]\nobject: { configs: [{ name: "*" }] }',
      ),
      document(
        'Permission',
        'b-payroll',
        'subject: { person: mara@example.test }\nactions: [read]\ndeny: true\nobject: { configs: [{ name: payroll, types: [Db] }] }',
      ),
      document('Team', 'readers', 'members: [mara@example.test, lea@example.test]'),
    ].join('---\n'),
  )
  await vi.waitFor(async () => {
    expect(await readItems('lea')).toEqual(['orders', 'payroll'])
    expect(await readItems('mara')).toEqual(['orders'])
  }, waitOptions)
  await rm(join(folder, 'permissions.yaml'))
  await vi.waitFor(
    async () => expect(await readItems('lea')).not.toEqual(expect.arrayContaining(['orders'])),
    waitOptions,
  )
})

test('a property document sets the property that it names', async () => {
  const find = async () => {
    const { body } = await backend.app.inject('/api/properties')
    return (JSON.parse(body) as { name: string; value: string }[]).find(({ name }) => name === 'topology.disable')
      ?.value
  }
  await backend.write('property.yaml', document('Property', 'topology.disable', 'value: true'))
  await vi.waitFor(async () => expect(await find()).toBe('true'), waitOptions)
  await backend.remove('property.yaml')
  await vi.waitFor(async () => expect(await find()).toBeUndefined(), waitOptions)
})

test.each([
  'connection',
  'permission',
  'permissiongroup',
  'notification',
  'notificationsilence',
  'incidentrule',
  'team',
  'property',
  'canary',
  'playbook',
  'scrapeconfig',
  'topology',
  'component',
])('the schema of %s documents is served', async (kind) => {
  const { statusCode, body } = await backend.app.inject(`/api/schemas/${kind}.schema.json`)
  expect(statusCode).toBe(200)
  expect(JSON.parse(body)).toMatchObject({
    properties: { kind: { const: expect.stringMatching(new RegExp(`^${kind}$`, 'i')) }, spec: expect.anything() },
  })
})

test.each(['health_awsConfig', 'config_kubernetesFile', 'health_databaseBackup'])(
  'the schema %s is found by the spelling of its key',
  async (name) => {
    expect((await backend.app.inject(`/api/schemas/${name}.schema.json`)).statusCode).toBe(200)
  },
)

const restored = `${document('Connection', 'pg', 'postgres:\n  host: { value: db }\n  database: { value: shop }\n  username: { value: u }\n  password: { value: p4ssword }')}---
${document('Connection', 'chat', 'slack: { token: { value: xoxb-1 }, channel: C01 }')}---
${document('Connection', 'odd', 'type: http\nurl: "http://a.example"\ncertificate: { value: pem }')}---
${document('Team', 'ops', 'members: [mara@example.test]')}---
${document('Playbook', 'restart', 'actions: [{ name: a, exec: { script: "true" } }]')}---
${document('IncidentRule', 'rule', 'checks: [{ name: x }]\ntemplate: { severity: med }')}---
${document('Notification', 'one', 'events: [check.failed]\nwaitFor: 2m\nto: { connection: "connection://lab/chat", properties: { channel: C02 } }\nfallback: { email: a@example.test, delay: 10m }')}---
${document('Notification', 'two', 'events: [config.unhealthy]\nto: { team: ops }\nfallback: { playbook: lab/restart }\ngroupBy: [type]\nrepeatInterval: 1h\ninhibitions: [{ direction: all, from: A, to: [B] }]')}---
${document('Notification', 'many', 'events: [check.failed]\ncustom_services: [{ name: a, url: "generic://a.example" }, { name: b, connection: "connection://lab/chat" }]')}---
${document('NotificationSilence', 'quiet', 'from: 2030-01-01\nuntil: "2031-01-01 10:00"\nfilter: "true"')}---
${document('PermissionGroup', 'all', 'playbooks: [{ name: "*" }]\ncanaries: [{ name: x, namespace: lab }]')}---
${document('Permission', 'p', 'subject: { person: mara@example.test }\nactions: [read, "playbook:run"]\nobject: { playbooks: [{ name: restart }] }\nuntil: 2035-01-01')}---
${document('Permission', 'q', 'subject: { notification: one }\nactions: [read]\ndeny: true\nobject: { connections: [{ name: chat }] }\nagents: [local]\ntags: { env: prod }')}`

const readRestored = async ({ database }: TestBackend) =>
  Promise.all(
    [
      'select name, type, url, username, properties, insecure_tls from connections order by name',
      'select name, events, wait_for, fallback_delay, group_by, repeat_interval, inhibitions from notifications order by name',
      'select name, subject_type, action, deny, object_selector, agents, tags, until from permissions order by name',
      'select name, selectors from permission_groups order by name',
      'select name, "from", until, filter from notification_silences order by name',
      'select name, spec from incident_rules order by name',
    ].map(async (sql) => (await database.query(sql)).rows),
  )

test('a backup writes published documents that restore the same rows in an empty console', async () => {
  const passphrase = 'correct horse battery'
  const source = await createConsole(['Mara'])
  const target = await createConsole(['Mara'])
  try {
    const first = createBackupClient(source)
    expect(await first.imported(restored)).toMatchObject({ added: 13 })
    const { text, left_out: leftOut } = await first.exported({ passphrase })
    expect(leftOut).toEqual([])
    expect(
      text.match(/^ {2}(type|fallback_custom_services|wait_for|fallback_delay|action|object_selector|selectors):/gm),
    ).toEqual(['  type:'])
    const second = createBackupClient(target)
    expect(toChanges(await second.preview(text, { passphrase }))).toMatchObject({ 'Notification lab/one': 'added' })
    expect(await second.imported(text, { passphrase })).toMatchObject({ changed: 0 })
    const again = await second.exported()
    expect(again.text).toBe((await first.exported()).text)
    expect(await readRestored(target)).toEqual(await readRestored(source))
  } finally {
    await source.close()
    await target.close()
  }
})

test('no row prevents a restore: what an import would reject is left out and listed, with what refers to it', async () => {
  const source = await createConsole([])
  try {
    const { database } = source
    const canary = { namespace: 'lab', source: 'UI', spec: '{"schedule": "@every 1h"}' }
    const odd = await insertRow(database, 'canaries', { ...canary, name: '' })
    await insertRow(database, 'canaries', { ...canary, name: 'x'.repeat(300) })
    await insertRow(database, 'canaries', { ...canary, name: 'fine' })
    await insertRow(database, 'canaries', { ...canary, name: 'unread', spec: '{"schedule": 5, "http": [{}]}' })
    await insertRow(database, 'connections', { name: 'telex', namespace: 'lab', type: 'telex', source: 'UI' })
    const rule = { namespace: 'lab', source: 'UI', events: '{check.failed}' }
    await insertRow(database, 'notifications', {
      ...rule,
      name: 'sent',
      custom_services: '[{"name":"a","connection":"connection://lab/telex"}]',
    })
    await insertRow(database, 'notifications', { ...rule, name: 'wrong', repeat_interval: 'soon' })
    await insertRow(database, 'notification_silences', {
      name: 'quiet',
      namespace: 'lab',
      source: 'UI',
      canary_id: odd,
    })
    const { exported, preview, imported } = createBackupClient(source)
    const { text, left_out: leftOut } = await exported()
    expect(leftOut.map(({ key }) => key).toSorted()).toEqual(
      expect.arrayContaining([
        'Canary lab/',
        `Canary lab/${'x'.repeat(300)}`,
        'Canary lab/unread',
        'Connection lab/telex',
        'Notification lab/wrong',
        'NotificationSilence lab/quiet',
      ]),
    )
    expect(text).toContain('name: fine')
    expect(await preview(text)).toMatchObject({ problems: [] })
    expect(await imported(text)).toMatchObject({ changed: 0 })
  } finally {
    await source.close()
  }
})
