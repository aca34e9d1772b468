import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { decisionsRoute } from '#shared/notifications/decision-routes.ts'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { createNotificationClient } from '#tests/fixtures/notification-client.ts'
import { insertRow } from '#tests/fixtures/rows.ts'

const waitOptions = { timeout: 20_000 }
const second = 1_000_000_000
const servers: TestServer[] = []
let backend: TestBackend
let canaryId: string

beforeAll(async () => {
  backend = await startTestBackend({ roles: ['admin'] })
  canaryId = await insertRow(backend.database, 'canaries', { name: 'shop', namespace: 'pay', spec: '{}', source: 'UI' })
})
afterAll(async () => {
  await backend.close()
  await Promise.all(servers.map((server) => server.close()))
})
afterEach(() => deleteRulesAndSilences())

const { write, addRule, deleteRulesAndSilences } = createNotificationClient(() => backend)

interface Got {
  readonly path: string
  readonly title: string
  readonly message: string
}
const messageSchema = z.object({ title: z.string(), message: z.string() })

/** Responds with `code` to paths that start with /broken. */
const startSink = async (code = 500) => {
  const got: Got[] = []
  const server = await startHttp((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const path = request.url ?? ''
      got.push({ path, ...messageSchema.parse(JSON.parse(text)) })
      response.writeHead(path.startsWith('/broken') ? code : 200).end()
    })
  })
  servers.push(server)
  const host = `127.0.0.1:${server.port}`
  return { got, host, to: (path: string) => [{ name: path, url: `http://${host}/${path}` }] }
}

const addChecks = async (name: string, count: number, more: Readonly<Record<string, unknown>> = {}) => {
  const { rows } = await backend.database.query<{ id: string }>(
    `insert into checks (canary_id, name, type, status, labels, severity)
     select $1, $2 || '-' || n, 'http', 'healthy', $3, $5 from generate_series(1, $4::int) as n returning id`,
    [canaryId, name, JSON.stringify(more['labels'] ?? {}), count, more['severity'] ?? null],
  )
  return rows.map(({ id }) => id)
}
const fail = (ids: readonly string[]) =>
  backend.database.query(`update checks set status = 'unhealthy' where id = any($1::uuid[])`, [ids])
const only = (name: string) => `check.name.startsWith("${name}-")`

const rowSchema = z.object({
  id: z.string(),
  resource_id: z.string(),
  status: z.string(),
  count: z.number(),
  error: z.string().nullable(),
  silenced_by: z.string().nullable(),
  parent_id: z.string().nullable(),
  connection_id: z.string().nullable(),
  team_id: z.string().nullable(),
  body: z.string().nullable(),
})
const listRows = async (rule: string) => {
  const { body } = await backend.app.inject(
    `/api/db/notification_send_history?notification_id=eq.${rule}&order=created_at,id`,
  )
  return z.array(rowSchema).parse(JSON.parse(body))
}
const statusesByResource = async (rule: string) =>
  Object.fromEntries((await listRows(rule)).map(({ resource_id: id, status }) => [id, status]))
const silence = async (payload: object) => {
  const { statusCode } = await backend.app.inject({ method: 'POST', url: '/api/notification/silence', payload })
  expect(statusCode).toBe(200)
}
const readError = async (rule: string) => {
  const { body } = await backend.app.inject(`/api/db/notifications?select=error&id=eq.${rule}`)
  return z.array(z.object({ error: z.string().nullable() })).parse(JSON.parse(body))[0]?.error
}

test('a silence created while a message waits suppresses it, and only its members of a group', async () => {
  const sink = await startSink()
  const [alone = ''] = await addChecks('wait', 1)
  const [first = '', middle = '', last = ''] = await addChecks('group', 3)
  const waiting = await addRule({ filter: only('wait'), wait_for: 2 * second, custom_services: sink.to('alone') })
  const group = { filter: only('group'), wait_for: 2 * second, group_by: ['type'] }
  const grouped = await addRule({ ...group, custom_services: sink.to('group') })
  await fail([alone, first, middle, last])
  await vi.waitFor(async () => expect(await listRows(grouped)).toHaveLength(3), waitOptions)
  await silence({ name: 'alone', until: 'now+1h', filter: only('wait') })
  await silence({ name: 'first', until: 'now+1h', check_id: first })
  await vi.waitFor(async () => {
    expect(await listRows(waiting)).toMatchObject([{ status: 'silenced', silenced_by: expect.any(String) }])
    expect(await statusesByResource(grouped)).toEqual({ [first]: 'silenced', [middle]: 'sent', [last]: 'sent' })
  }, waitOptions)
  expect((await listRows(grouped)).reduce((sum, { count }) => sum + count, 0)).toBe(4)
  expect(sink.got).toMatchObject([{ path: '/group', title: expect.stringMatching(/^group-[23] fails and 1 more$/) }])
  expect(sink.got[0]?.message).not.toContain('group-1')
  const follower = sink.got[0]?.title.startsWith('group-2') === true ? last : middle
  const member = (await listRows(grouped)).find(({ resource_id: id }) => id === follower)
  const { body } = await backend.app.inject({ url: decisionsRoute.path, query: { send_id: member?.id ?? '' } })
  expect(decisionsRoute.response.parse(JSON.parse(body)).decisions).toMatchObject([{ resource: { id: follower } }])
})

test('a fallback without a delay follows the first failure, if its filter accepts the event', async () => {
  const sink = await startSink()
  const [id = ''] = await addChecks('instead', 1, { severity: 'high' })
  const rule = await addRule({
    filter: only('instead'),
    template: 'by {{.channel}}',
    custom_services: sink.to('broken'),
    fallback_custom_services: [
      { ...sink.to('instead')[0], properties: { title: 'fallback of {{.check.name}}' } },
      { ...sink.to('left-out')[0], filter: 'check.name == "other"' },
    ],
  })
  await fail([id])
  await vi.waitFor(() => expect(sink.got.map(({ path }) => path)).toContain('/instead'), waitOptions)
  expect(sink.got.slice(0, 2)).toEqual([
    { path: '/broken', title: 'instead-1 fails', message: 'by generic' },
    { path: '/instead', title: 'fallback of instead-1', message: 'by generic' },
  ])
  const rows = await listRows(rule)
  expect(rows.map(({ parent_id: parent }) => parent)).toEqual([null, rows[0]?.id])
})

const recover = (ids: readonly string[]) =>
  backend.database.query(`update checks set status = 'healthy' where id = any($1::uuid[])`, [ids])

test('a message that the fallback delivered is not repeated before its interval', async () => {
  const sink = await startSink(400)
  const [id = ''] = await addChecks('again', 1)
  const rule = await addRule({
    filter: only('again'),
    repeat_interval: '1h',
    custom_services: sink.to('broken'),
    fallback_custom_services: sink.to('fallback'),
  })
  const statuses = async () => (await listRows(rule)).map(({ status }) => status)
  await fail([id])
  await vi.waitFor(async () => expect(await statuses()).toEqual(['error', 'sent']), waitOptions)
  await recover([id])
  await fail([id])
  await vi.waitFor(async () => expect(await statuses()).toEqual(['error', 'sent', 'repeat-interval']), waitOptions)
  expect(sink.got.map(({ path }) => path)).toEqual(['/broken', '/fallback'])
})

test('a recursive silence covers what is below the resources that it names or selects', async () => {
  const sink = await startSink()
  const { database } = backend
  const root = await insertRow(database, 'components', { name: 'mall', type: 'Mall', external_id: 'mall', status: '' })
  const shop = await insertRow(database, 'components', {
    name: 'shop',
    external_id: 'shop',
    status: '',
    path: root,
    parent_id: root,
  })
  const namespace = await insertRow(database, 'config_items', {
    name: 'pay',
    type: 'Kubernetes::Namespace',
    config_class: 'Namespace',
    config: '{}',
  })
  const ids = await addChecks('below', 4)
  const [named = '', selected = '', configured = '', other = ''] = ids
  const pod = await insertRow(database, 'config_items', {
    name: 'till',
    type: 'Kubernetes::Pod',
    config_class: 'Pod',
    config: '{}',
    path: namespace,
  })
  for (const check_id of [named, selected])
    await database.query(
      `insert into check_component_relationships (check_id, component_id, canary_id, selector_id) values ($1, $2, $3, 'x')`,
      [check_id, shop, canaryId],
    )
  await database.query(
    `insert into check_config_relationships (check_id, config_id, canary_id, selector_id) values ($1, $2, $3, 'x')`,
    [configured, pod, canaryId],
  )
  const rule = await addRule({ filter: only('below'), custom_services: sink.to('rule') })
  const until = 'now+1h'
  await silence({ name: 'mall', until, component_id: root, recursive: true, filter: `check.id == "${named}"` })
  await silence({
    name: 'malls',
    until,
    selectors: [{ types: ['Mall'] }],
    recursive: true,
    filter: `check.id == "${selected}"`,
  })
  await silence({ name: 'namespaces', until, selectors: [{ types: ['Kubernetes::Namespace'] }], recursive: true })
  await fail(ids)
  await vi.waitFor(async () => {
    expect(await statusesByResource(rule)).toEqual({
      [named]: 'silenced',
      [selected]: 'silenced',
      [configured]: 'silenced',
      [other]: 'sent',
    })
  }, waitOptions)
})

const script = (text: string) => ({ checks: [{ name: '*' }], actions: [{ name: 'act', exec: { script: text } }] })

test('a silence created before a retry or a fallback is due suppresses both, and a deleted rule sends nothing', async () => {
  const sink = await startSink()
  const [id = ''] = await addChecks('late', 1)
  const [other = ''] = await addChecks('dropped', 1)
  const rule = await addRule({
    filter: only('late'),
    custom_services: sink.to('broken'),
    fallback_custom_services: sink.to('instead'),
    fallback_delay: 4 * second,
  })
  const deleted = await addRule({ filter: only('dropped'), wait_for: 2 * second, custom_services: sink.to('deleted') })
  await fail([id, other])
  await vi.waitFor(() => expect(sink.got).toHaveLength(1), waitOptions)
  await silence({ name: 'late', until: 'now+1h', filter: only('late') })
  await vi.waitFor(async () => expect(await listRows(deleted)).toHaveLength(1), waitOptions)
  await write('notifications', 'PATCH', { deleted_at: 'now()' }, `?id=eq.${deleted}`)
  await vi.waitFor(async () => {
    expect((await listRows(rule)).map(({ status }) => status)).toEqual(['silenced', 'silenced'])
    expect(await listRows(deleted)).toMatchObject([{ status: 'skipped', error: 'The rule no longer exists.' }])
  }, waitOptions)
  expect(sink.got.map(({ path }) => path)).toEqual(['/broken'])
})

test('a playbook that fails is followed by the fallback, and its run names the message', async () => {
  const sink = await startSink()
  const addPlaybook = (name: string, text: string) =>
    insertRow(backend.database, 'playbooks', { name, spec: script(text), source: 'UI' })
  const [fine, broken] = [await addPlaybook('fine', 'true'), await addPlaybook('broken', 'exit 3')]
  const [id = ''] = await addChecks('run', 1)
  const rule = { filter: only('run'), fallback_custom_services: sink.to('instead') }
  const works = await addRule({ ...rule, playbook_id: fine })
  const fails = await addRule({ ...rule, playbook_id: broken })
  await fail([id])
  await vi.waitFor(async () => {
    expect(await listRows(works)).toMatchObject([{ status: 'sent' }])
    expect((await listRows(fails)).map(({ status, error }) => [status, error])).toEqual([
      ['error', expect.stringContaining('The playbook failed')],
      ['sent', null],
    ])
  }, waitOptions)
  expect(sink.got.map(({ path }) => path)).toEqual(['/instead'])
  const [started] = await listRows(fails)
  const { rows } = await backend.database.query(
    'select notification_send_id from playbook_runs where playbook_id = $1',
    [broken],
  )
  expect(rows).toEqual([{ notification_send_id: started?.id }])
})

test("a team's own services are notified, each by its filter, for rules, fallbacks and on-call", async () => {
  const sink = await startSink()
  const [id = ''] = await addChecks('team', 1, { labels: { tier: 'gold' } })
  const team = await write('teams', 'POST', {
    name: 'night shift',
    source: 'UI',
    spec: {
      notifications: [
        { name: 'pager', url: `http://${sink.host}/pager`, properties: { title: 'page: {{.check.name}}' } },
        { name: 'gold', url: `http://${sink.host}/gold`, filter: 'labels.tier == "gold"' },
        { name: 'tin', url: `http://${sink.host}/tin`, filter: 'labels.tier == "tin"' },
      ],
    },
  })
  const rule = await addRule({ filter: only('team'), team_id: team })
  const templated = await addRule({ filter: only('team'), custom_services: sink.to('{{.check.labels.tier}}') })
  const onCall = await addRule({ filter: only('team'), custom_services: [{ name: 'on call', on_call_team_id: team }] })
  const fallback = await addRule({ filter: only('team'), custom_services: sink.to('broken'), fallback_team_id: team })
  await fail([id])
  await vi.waitFor(() => expect(sink.got.filter(({ path }) => path !== '/broken')).toHaveLength(7), waitOptions)
  expect(await listRows(templated)).toMatchObject([{ status: 'sent' }])
  expect(sink.got.filter(({ path }) => path === '/gold')).toHaveLength(4)
  expect(sink.got.map(({ path, title }) => `${path} ${title}`).filter((each) => each.startsWith('/pager'))).toEqual([
    '/pager page: team-1',
    '/pager page: team-1',
    '/pager page: team-1',
  ])
  for (const each of [rule, onCall])
    await vi.waitFor(async () =>
      expect((await listRows(each)).map(({ status, team_id: named }) => [status, named])).toEqual([
        ['sent', team],
        ['sent', team],
      ]),
    )
  expect(await listRows(fallback)).toHaveLength(3)
})

test('properties are templates, and the history names the connection', async () => {
  const sink = await startSink()
  const [id = ''] = await addChecks('own', 1, { labels: { room: 'ops' } })
  const connection = await write('connections', 'POST', {
    name: 'hook',
    namespace: 'default',
    type: 'generic_webhook',
    source: 'UI',
    url: `generic+http://${sink.host}/hook?titlekey=ignored`,
  })
  const rule = await addRule({
    filter: only('own'),
    title: 'of the rule',
    template: '## Why\n**{{.check.name}}** by {{.channel}}, {{.silenceURL}}',
    properties: { 'generic.title': 'for {{.labels.room}}', 'slack.title': 'not this', titlekey: 'title' },
    custom_services: [{ name: 'hook', connection }],
  })
  await fail([id])
  await vi.waitFor(() => expect(sink.got).toHaveLength(1), waitOptions)
  expect(sink.got[0]?.title).toBe('for ops')
  expect(sink.got[0]?.message).toMatch(
    new RegExp(`^Why\\nown-1 by generic, http\\S+/notifications/silences/add\\?check_id=${id}$`),
  )
  await vi.waitFor(async () =>
    expect(await listRows(rule)).toMatchObject([{ status: 'sent', connection_id: connection }]),
  )
})

test.each([
  ['check.name', 'filter: must return true or false, returned "odd-'],
  ['check.labels', 'filter: must return true or false, returned {'],
  ['1 + 1', 'filter: must return true or false, returned 2'],
])('the rule reports that its filter %s is no boolean', async (filter, error) => {
  const name = `odd-${crypto.randomUUID()}`
  const [id = ''] = await addChecks(name, 1)
  const rule = await addRule({ filter })
  await fail([id])
  await vi.waitFor(async () => expect(await readError(rule)).toContain(error), waitOptions)
  expect(await listRows(rule)).toEqual([])
})

test('an inhibited message names the one that inhibits it', async () => {
  const sink = await startSink()
  const item = (type: string, name: string) =>
    insertRow(backend.database, 'config_items', { config_class: type, type, name, health: 'healthy' })
  const [node, pod] = [await item('Node', 'n2'), await item('Pod', 'p2')]
  await backend.database.query(
    `insert into config_relationships (config_id, related_id, relation, selector_id) values ($1, $2, 'hard', 's')`,
    [node, pod],
  )
  const rule = await addRule({
    events: ['config.unhealthy'],
    inhibitions: [{ direction: 'outgoing', from: 'Node', to: ['Pod'] }],
    custom_services: sink.to('node'),
  })
  for (const id of [node, pod])
    await backend.database.query(`update config_items set health = 'unhealthy' where id = $1`, [id])
  await vi.waitFor(async () => {
    const rows = await listRows(rule)
    const sent = rows.find(({ resource_id: id }) => id === node)
    expect(rows.find(({ resource_id: id }) => id === pod)).toMatchObject({ status: 'inhibited', parent_id: sent?.id })
    expect(rows).toHaveLength(2)
  }, waitOptions)
})

test('the text names the severity', async () => {
  const sink = await startSink()
  await addRule({ events: ['incident.created'], custom_services: sink.to('incident') })
  await write('incidents', 'POST', {
    title: 'Shop is down',
    description: 'No payments',
    type: 'availability',
    status: 'open',
    severity: 'High',
    created_by: '01890a5d-0000-7000-8000-000000000001',
  })
  await vi.waitFor(() => expect(sink.got[0]?.message).toContain('severity High'), waitOptions)
})
