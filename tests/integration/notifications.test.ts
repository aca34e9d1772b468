import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { grantSchema, type Grant } from '#shared/access/grant.ts'
import { notificationEvents } from '#shared/notifications/notification-values.ts'
import { resourceEvents } from '#relay/backend/rows/resource-event.ts'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'

const roles = ['admin']
const grants: Grant[] = []
const viewerId = '01890a5d-0000-7000-8000-000000000001'
let backend: TestBackend
let target: TestServer
let isUp = true
const canary = (port: number) => `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: shop, namespace: payments, labels: { team: shop } }
spec:
  schedule: '@every 1s'
  http: [{ name: front, url: 'http://127.0.0.1:${port}/' }]
`
beforeAll(async () => {
  target = await startHttp((_request, response) => void response.writeHead(isUp ? 200 : 500).end('x'))
  backend = await startTestBackend({ roles, grants, resources: { 'shop.yaml': canary(target.port) } })
})
afterAll(async () => {
  await backend.close()
  await target.close()
})

const servers: TestServer[] = []
afterEach(async () => {
  roles.splice(0, roles.length, 'admin')
  grants.splice(0)
  isUp = true
  for (const table of ['notifications', 'notification_silences'])
    await backend.app.inject({
      method: 'PATCH',
      url: `/api/db/${table}?deleted_at=is.null`,
      payload: { deleted_at: 'now()' },
    })
  await well()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const json = async (url: string): Promise<unknown> => JSON.parse((await backend.app.inject(url)).body)
const checkSchema = z.array(z.object({ id: z.string(), status: z.string(), canary_id: z.string() }))
const checkNow = async () => {
  const [check] = checkSchema.parse(await json('/api/db/checks?select=id,status,canary_id&name=eq.front'))
  return check ?? { id: '', status: '', canary_id: '' }
}
const well = () => vi.waitFor(async () => expect((await checkNow()).status).toBe('healthy'))

const sendSchema = z.array(
  z.object({
    status: z.string(),
    error: z.string().nullable(),
    count: z.number(),
    retries: z.number().nullable(),
    source_event: z.string(),
    resource_type: z.string().nullable(),
    body: z.string().nullable(),
    silenced_by: z.string().nullable(),
  }),
)
const sends = async (rule: string) =>
  sendSchema.parse(
    await json(`/api/db/notification_send_history_summary?notification_id=eq.${rule}&order=created_at.asc`),
  )

interface Got {
  readonly key: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}
const startSink = async (...statusCodes: readonly number[]) => {
  const got: Got[] = []
  const codes = [...statusCodes]
  const server = await startHttp((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      got.push({ key: request.headers['idempotency-key']?.toString(), body: JSON.parse(text) })
      response.writeHead(codes.shift() ?? 200, { 'retry-after': '1' }).end()
    })
  })
  servers.push(server)
  return { got, url: `http://127.0.0.1:${server.port}/hook` }
}
const addRule = async (rule: Readonly<Record<string, unknown>>) => {
  const { statusCode, body } = await backend.app.inject({
    method: 'POST',
    url: '/api/db/notifications',
    headers: { prefer: 'return=representation' },
    payload: { name: `rule ${Math.random()}`, source: 'UI', ...rule },
  })
  expect([statusCode, body]).toEqual([201, expect.anything()])
  return z.array(z.object({ id: z.string() })).parse(JSON.parse(body))[0]?.id ?? ''
}
const byStatus = ([one = '']: readonly unknown[], [other = '']: readonly unknown[]) =>
  String(one) < String(other) ? -1 : 1
const service = (url: string) => [{ name: 'the hook', url }]
const silence = async (payload: Readonly<Record<string, unknown>>) => {
  const { statusCode, body } = await backend.app.inject({ method: 'POST', url: '/api/notification/silence', payload })
  return [statusCode, body] as const
}

test('notifies the recipients of a rule once when a check fails, with its message [NOTIF-01,NOTIF-04]', async () => {
  await well()
  const sink = await startSink()
  const rule = await addRule({
    events: ['check.failed', 'check.passed'],
    filter: 'check.name == "front" && canary.namespace == "payments"',
    custom_services: service(sink.url),
  })
  const deaf = await addRule({
    events: ['check.failed'],
    filter: 'check.name == "other"',
    custom_services: service(sink.url),
  })
  isUp = false
  await vi.waitFor(() => expect(sink.got).toHaveLength(1))
  expect(sink.got[0]?.body).toEqual({
    title: 'front fails',
    message: expect.stringContaining('500'),
    link: expect.stringMatching(/\/health\?layout=table&checkId=[^&]+&timeRange=1h$/),
    properties: {},
  })
  isUp = true
  await vi.waitFor(
    () => expect(sink.got.map(({ body }) => body['title'])).toEqual(['front fails', 'front passes again']),
    {
      timeout: 15_000,
    },
  )
  expect(sink.got[1]?.body['message']).toMatch(/^It failed for \d+s\. /)
  expect(new Set(sink.got.map(({ key }) => key)).size).toBe(2)
  await vi.waitFor(async () =>
    expect(
      (await sends(rule)).map(({ status, source_event: event, resource_type: type }) => [status, event, type]),
    ).toEqual([
      ['sent', 'check.failed', 'check'],
      ['sent', 'check.passed', 'check'],
    ]),
  )
  expect(await sends(deaf)).toEqual([])
})

test('retries temporary failures with the same key, and gives up on permanent ones', async () => {
  await well()
  const [busy, missing] = [await startSink(429), await startSink(404)]
  const rule = await addRule({
    events: ['check.failed'],
    custom_services: [...service(busy.url), ...service(missing.url)],
  })
  isUp = false
  await vi.waitFor(() => expect(busy.got).toHaveLength(2), { timeout: 30_000 })
  expect(new Set(busy.got.map(({ key }) => key)).size).toBe(1)
  await vi.waitFor(async () =>
    expect((await sends(rule)).map(({ status, error }) => [status, error]).toSorted(byStatus)).toEqual([
      ['error', expect.stringMatching(/responded with 404/)],
      ['sent', null],
    ]),
  )
})

test('a failing template does not lose the message, and the rule shows the error', async () => {
  await well()
  const sink = await startSink()
  const rule = await addRule({
    events: ['check.failed'],
    title: '{{.name}} is down',
    template: '{{index .name 3 4 5}}',
    custom_services: service(sink.url),
  })
  isUp = false
  await vi.waitFor(() => expect(sink.got).toHaveLength(1))
  expect(sink.got[0]?.body).toMatchObject({
    title: 'front is down',
    message: expect.stringContaining("The rule's template failed. "),
  })
  const recordedRule = z
    .array(z.object({ error: z.string() }))
    .parse(await json(`/api/db/notifications?id=eq.${rule}&select=error`))
  expect(recordedRule[0]?.error).toContain('template: ')
})

test('respects the repeat interval, and skips what recovered before its waiting time', async () => {
  await well()
  const sink = await startSink()
  const rule = await addRule({ events: ['check.failed'], repeat_interval: '1h', custom_services: service(sink.url) })
  const patient = await addRule({
    events: ['check.failed'],
    wait_for: 4_000_000_000,
    custom_services: service(sink.url),
  })
  for (const round of [1, 2]) {
    isUp = false
    await vi.waitFor(async () => expect((await sends(patient)).length).toBe(round))
    isUp = true
    await well()
  }
  await vi.waitFor(
    async () => expect((await sends(patient)).map(({ status }) => status)).toEqual(['skipped', 'skipped']),
    { timeout: 15_000 },
  )
  expect((await sends(rule)).map(({ status }) => status).toSorted()).toEqual(['repeat-interval', 'sent'])
  expect(sink.got).toHaveLength(1)
})

test('stores silenced messages with their silence and does not send them [NOTIF-05,NOTIF-06,NOTIF-07,NOTIF-08]', async () => {
  await well()
  const sink = await startSink()
  const { id, canary_id: canaryId } = await checkNow()
  expect(
    await silence({ name: 'works', until: 'indefinitely', check_id: id, filter: 'check.name == "front"' }),
  ).toEqual([200, ''])
  const silences = z.array(
    z.object({ id: z.string(), until: z.string().nullable(), created_by: z.object({ name: z.string() }) }),
  )
  const url = '/api/db/notification_silences?select=*,created_by(id,name)&deleted_at=is.null'
  const [stored] = silences.parse(await json(url))
  expect(stored?.until).toBeNull()
  const rule = await addRule({ events: ['check.failed'], custom_services: service(sink.url) })
  isUp = false
  await vi.waitFor(
    async () =>
      expect((await sends(rule)).map(({ status, silenced_by: by }) => [status, by])).toEqual([
        ['silenced', stored?.id],
      ]),
    { timeout: 15_000 },
  )
  isUp = true
  await well()
  await backend.app.inject({
    method: 'PATCH',
    url: `/api/db/notification_silences?id=eq.${stored?.id}`,
    payload: { deleted_at: 'now()' },
  })
  expect(await silence({ name: 'other', until: 'now+1h', selectors: [{ name: 'other' }] })).toEqual([200, ''])
  isUp = false
  await vi.waitFor(() => expect(sink.got).toHaveLength(1))
  isUp = true
  await well()
  expect(await silence({ name: 'all of it', until: 'now+1h', canary_id: canaryId })).toEqual([200, ''])
  isUp = false
  await vi.waitFor(async () => expect((await sends(rule)).at(-1)?.status).toBe('silenced'))
  expect(sink.got).toHaveLength(1)
})

test('sends pending and interrupted messages of a killed relay with the same key', async () => {
  const sink = await startSink()
  const other = await startTestBackend({ resources: {} })
  const { rows } = await other.database.query<{ id: string }>(
    `insert into notifications (name, events, custom_services, source)
     values ('kept', '{check.failed}', $1, 'UI') returning id`,
    [JSON.stringify(service(sink.url))],
  )
  const payload = JSON.stringify({ title: 'kept', message: 'from before', service: 0, recipient: 'the hook' })
  const sent = async (title: string) => sink.got.filter(({ body }) => body['title'] === title)
  await other.stop()
  await other.database.query(
    `insert into notification_send_history (id, notification_id, resource_id, source_event, status, payload, retries, not_before)
     values ('01890a5d-0000-7000-8000-00000000000a', $1, gen_random_uuid(), 'check.failed', 'pending', $2, 0, now() - interval '1 second')`,
    [rows[0]?.id, payload],
  )
  const next = await startTestBackend({ database: other.database, resourcesDir: other.resourcesDir })
  await vi.waitFor(async () => expect(await sent('kept')).toHaveLength(1))
  expect((await sent('kept'))[0]?.key).toBe('01890a5d-0000-7000-8000-00000000000a')
  await next.stop()
  await other.close()
})

test.each([
  [{ events: ['check.failed'], filter: 'check.name ==' }, 'filter: '],
  [{ events: ['check.failed'], title: '{{.name' }, 'title: '],
  [{ events: ['check.failed'], template: '{{.name | nothingOfTheKind}}' }, 'template: '],
  [
    { events: ['check.failed'], repeat_interval: 'soon' },
    String.raw`repeat_interval: must be a duration such as 30m, 4h or 1d, got \"soon\".`,
  ],
  [{ events: ['check.faild'] }, String.raw`events: unknown event \"check.faild\" (did you mean \"check.failed\"?).`],
  [{ wait_for: -1 }, 'wait_for: must not be negative, got -1.'],
  [{ custom_services: [{ url: 'https://x', filter: '1 +' }] }, 'custom_services[0].filter: '],
  [
    { fallback_custom_services: [{ url: 'https://x', properties: { title: '{{.a' } }] },
    'services[0].properties.title: ',
  ],
  [{ custom_services: 'https://x' }, 'custom_services: must be a list of services.'],
  [{ properties: ['title'] }, 'properties: must be a map of names and texts.'],
  [{ inhibitions: [{ from: 'Node', direction: 'sideways' }] }, 'inhibitions[0].direction: must be incoming'],
  [{ inhibitions: [{ to: ['Pod'] }] }, 'inhibitions[0].from: required'],
])('rejects an invalid rule: %j', async (rule, message) => {
  const payload = { name: 'broken', source: 'UI', events: ['check.failed'], ...rule }
  const { statusCode, body } = await backend.app.inject({ method: 'POST', url: '/api/db/notifications', payload })
  expect([statusCode, body]).toEqual([400, expect.stringContaining(message)])
})

test.each([
  [{}, 'name'],
  [{ name: 'a' }, 'A silence needs a resource, a filter or selectors'],
  [{ name: 'a', filter: 'check.name ==', until: 'now+1h' }, 'filter: '],
  [
    { name: 'a', filter: 'true', until: 'tomorrow-ish' },
    String.raw`until: must be a time or an expression such as now+2h, got \"tomorrow-ish\".`,
  ],
  [{ name: 'a\u0000b', filter: 'true' }, 'A text has a character that cannot be stored'],
  [{ name: 'a', selectors: [{ nmae: 'x' }] }, String.raw`selectors[0].nmae: unknown field (did you mean \"name\"?).`],
  [{ name: 'a', filter: 'true', from: '' }, 'from: must be a time'],
  [{ name: 'a', filter: 'true', from: '  ' }, 'from: must be a time'],
  [{ name: 'a', filter: 'true', from: 'indefinitely' }, 'from: must be a time'],
  [{ name: 'a', filter: 'true', until: '' }, 'until: must be a time'],
  [{ name: 'a', filter: 'true', until: '2027-02-30' }, 'until: must be a time'],
  [{ name: 'a', filter: 'true', until: 'now+100000y' }, 'until: must be a time'],
  [{ name: 'a', selectors: [{}] }, 'selectors[0]: must name at least one field'],
  [{ name: 'a', filter: 'true', until: 'now-1h' }, 'until: The silence has already ended.'],
  [{ name: 'a', filter: 'true', from: 'now+2h', until: 'now+1h' }, 'from: must be before until.'],
  [
    { name: 'a', check_id: '01a20519-d3cf-6faf-205a-b3cbe7a4b05f' },
    'check_id: check 01a20519-d3cf-6faf-205a-b3cbe7a4b05f not found.',
  ],
])('rejects an invalid silence: %j', async (payload, message) => {
  expect(await silence(payload)).toEqual([400, expect.stringContaining(message)])
})

test('a rule that starts a playbook requires permission to run it, and starts it on the failed resource', async () => {
  await well()
  await backend.write(
    'note.yaml',
    `apiVersion: mission-control.flanksource.com/v1
kind: Playbook
metadata: { name: note }
spec: { checks: [{ name: '*' }], actions: [{ name: say, http: { url: 'http://127.0.0.1:${target.port}/', method: GET } }] }
`,
  )
  const playbooks = z.array(z.object({ id: z.string() }))
  const playbookId = await vi.waitFor(async () => {
    const [row] = playbooks.parse(await json('/api/db/playbooks?select=id&name=eq.note'))
    expect(row).toBeDefined()
    return row?.id
  })
  const rule = { name: 'runs note', events: ['check.failed'], playbook_id: playbookId, source: 'UI' }
  const write = () => backend.app.inject({ method: 'POST', url: '/api/db/notifications', payload: rule })
  roles.splice(0, roles.length, 'guest')
  grants.push(
    grantSchema.parse({ id: 'g', subject: viewerId, subject_type: 'person', action: '*', object: 'notification' }),
  )
  const rejected = await write()
  expect([rejected.statusCode, rejected.body]).toEqual([
    403,
    expect.stringContaining('This rule starts a playbook that you are not allowed to run.'),
  ])
  grants.splice(0)
  roles.splice(0, roles.length, 'admin')
  expect((await write()).statusCode).toBe(201)
  isUp = false
  const runs = z.array(z.object({ check_id: z.string().nullable() }))
  await vi.waitFor(
    async () =>
      expect(runs.parse(await json(`/api/db/playbook_runs?select=check_id&playbook_id=eq.${playbookId}`))).toEqual([
        { check_id: (await checkNow()).id },
      ]),
    { timeout: 15_000 },
  )
})

test.each(['viewer', 'responder', 'commander', 'guest'])('a %s silences nothing', async (role) => {
  roles.splice(0, roles.length, role)
  expect((await silence({ name: 'a', filter: 'true' }))[0]).toBe(403)
})

test('a rule can select every event that starts playbooks', () => {
  const eventNames = Object.entries(resourceEvents).flatMap(([kind, names]) => names.map((name) => `${kind}.${name}`))
  expect(notificationEvents).toEqual(expect.arrayContaining(eventNames))
})
