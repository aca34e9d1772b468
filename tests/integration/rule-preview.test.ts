import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { grantSchema, type Grant } from '#shared/access/grant.ts'
import { notifyFailingRoute, rulePreviewRoute } from '#shared/notifications/rule-preview-route.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { admin, insertRow, oneValue } from '#tests/fixtures/rows.ts'

const grants: Grant[] = []
let backend: TestBackend
let door: string
let item: string

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const decided = (event: string, kind: string, id: string, minutes: number) =>
  insertRow(backend.database, 'relay.notification_decisions', {
    happened_at: ago(minutes),
    event,
    resource_kind: kind,
    resource_id: id,
    resource_name: 'as it was',
    rules: '[]',
  })

beforeAll(async () => {
  backend = await startTestBackend({ roles: ['admin'], grants })
  const { database } = backend
  const canary = await insertRow(database, 'canaries', { name: 'shop', namespace: 'pay', spec: '{}', source: 'UI' })
  const check = (name: string, minutes: number) =>
    insertRow(database, 'checks', {
      canary_id: canary,
      name,
      type: 'http',
      status: 'unhealthy',
      labels: JSON.stringify({ app: 'shop' }),
      last_transition_time: ago(minutes),
    })
  door = await check('door', 10)
  await check('gate', 20)
  await check('long ago', 60 * 24 * 8)
  item = await insertRow(database, 'config_items', { name: 'db', type: 'Postgres', config_class: 'Database' })
  await decided('check.failed', 'check', door, 10)
  await decided('check.failed', 'check', door, 90)
  await decided('config.unhealthy', 'config', item, 30)
  await decided('config.unhealthy', 'config', item, 60 * 24 * 9)
})
afterAll(() => backend.close())
beforeEach(() => void grants.splice(0))

const post = (payload: unknown) =>
  backend.app.inject({ method: 'POST', url: rulePreviewRoute.path, payload: payload as object })
const preview = async (payload: object) => {
  const { statusCode, body } = await post(payload)
  expect([statusCode, body]).toEqual([200, expect.anything()])
  return rulePreviewRoute.response.parse(JSON.parse(body))
}
const would = async (rule: object) =>
  (await preview(rule)).events.map(({ resource, would_be: outcome }) => `${resource.name} ${outcome}`)

const failed = { events: ['check.failed'] }
test.each([
  [failed, ['door sent', 'gate sent', 'door sent']],
  [{ events: ['check.failed', 'config.unhealthy'] }, ['door sent', 'gate sent', 'db sent', 'door sent']],
  [{ ...failed, filter: 'check.name == "door"' }, ['door sent', 'gate left out', 'door sent']],
  [{ ...failed, repeat_interval: '4h' }, ['door repeat', 'gate sent', 'door sent']],
  [{ ...failed, wait_for: 60e9 }, ['door waits', 'gate waits', 'door waits']],
  [
    { ...failed, group_by: ['label:app'], wait_for: 30 * 60e9, wait_for_eval_period: 0 },
    ['door grouped', 'gate waits', 'door waits'],
  ],
  [{ events: ['config.healthy'] }, []],
])('%j would have sent %j', async (rule, events) => {
  expect(await would(rule)).toEqual(events)
})

test('shows the newest matching event as rendered, and sends and stores nothing', async () => {
  const {
    sample,
    counts,
    problems,
    is_cut: isCut,
  } = await preview({
    ...failed,
    filter: 'check.name == "gate"',
    title: '{{.check.name}} of {{.labels.app}}',
    template: 'Look at {{.permalink}}, or be quiet: {{.silenceURL}}',
  })
  expect(sample).toMatchObject({ event: 'check.failed', name: 'gate', title: 'gate of shop' })
  expect(sample?.message).toMatch(
    /^Look at http\S+\/health\?\S+, or be quiet: http\S+\/notifications\/silences\/add\?check_id=[0-9a-f-]+$/,
  )
  expect(sample?.values).toContainEqual({ path: 'labels.app', value: 'shop' })
  expect([counts.sent, counts['left out'], problems, isCut]).toEqual([1, 2, [], false])
  expect(await oneValue(backend.database, 'select count(*)::int from notification_send_history')).toBe(0)
})

test('a failure shows its own result after the check passed again', async () => {
  await backend.database.query(
    `insert into check_statuses (check_id, time, status, message) values
       ($1, $2, false, 'Expected 200, got 503.'), ($1, $3, false, 'Expected 200, got 500.'), ($1, $4, true, '200 OK')`,
    [door, ago(3), ago(2), ago(1)],
  )
  const { sample } = await preview({ ...failed, filter: 'check.name == "door"' })
  expect(sample?.message).toMatch(/^Expected 200, got 500\\?\.\n/)
})

const notifyUrl = (id: string) => notifyFailingRoute.path.replace(':id', id)

test('lists what already fails, and evaluates only this rule for it on request', async () => {
  const { failing_now: failing } = await preview({ ...failed, filter: 'check.name != "gate"' })
  expect(failing.map(({ event, resource: { kind, name } }) => `${event} ${kind} ${name}`).toSorted()).toEqual([
    'check.failed check door',
    'check.failed check long ago',
  ])
  expect((await preview({ events: ['check.passed'] })).failing_now).toEqual([])

  const addRule = (name: string) =>
    insertRow(backend.database, 'notifications', {
      name,
      events: ['check.failed'],
      filter: 'check.name == "long ago"',
      source: 'UI',
      custom_services: JSON.stringify([{ url: 'generic+http://127.0.0.1:9/hook' }]),
    })
  const [rule, other] = [await addRule('asked'), await addRule('other')]
  const { body } = await backend.app.inject({ method: 'POST', url: notifyUrl(rule) })
  expect(JSON.parse(body)).toEqual({ events: 1 })
  const sends = 'select notification_id as id from notification_send_history'
  await vi.waitFor(async () => expect((await backend.database.query(sends)).rows).toEqual([{ id: rule }]))
  const isFailing = async (id: string) =>
    (await preview({ id, ...failed, filter: 'check.name == "long ago"' })).failing_now.length === 1
  expect([await isFailing(rule), await isFailing(other)]).toEqual([false, true])
  const missing = await backend.app.inject({ method: 'POST', url: notifyUrl(crypto.randomUUID()) })
  expect(missing.statusCode).toBe(404)
  await backend.database.query('delete from notification_send_history')
  await backend.database.query('delete from notifications where id = any($1)', [[rule, other]])
  await backend.database.query("delete from relay.notification_decisions where resource_name = 'long ago'")
})

test('reports errors in a filter or template', async () => {
  const { problems, sample } = await preview({ ...failed, filter: 'check.nam ==', title: '{{.check.name' })
  expect(problems).toEqual([expect.stringMatching(/^filter: /), expect.stringMatching(/^title: /)])
  expect(sample?.title).toBe('door fails')
})

test('a silence active at that time suppresses the event', async () => {
  const id = await insertRow(backend.database, 'notification_silences', {
    name: 'works',
    source: 'UI',
    '"from"': ago(15),
    check_id: door,
  })
  expect(await would(failed)).toEqual(['door silenced', 'gate sent', 'door sent'])
  await backend.database.query('delete from notification_silences where id = $1', [id])
})

test.each([
  [{ events: ['check.exploded'] }, 'events: unknown event check.exploded.'],
  [
    { ...failed, repeat_interval: 'soon' },
    String.raw`repeat_interval: must be a duration such as 30m, 4h or 1d, got \"soon\".`,
  ],
  [{ events: 'check.failed' }, 'events'],
  [{ ...failed, wait_for: -1 }, 'wait_for'],
])('%j is rejected with the field name', async (rule, reason) => {
  const { statusCode, body } = await post(rule)
  expect([statusCode, body]).toEqual([400, expect.stringContaining(reason)])
})

const denied = (object: string, action: string) =>
  grantSchema.parse({ id: object, subject: admin, subject_type: 'person', action, object, deny: true })

test('a user who cannot write rules gets no preview, and no preview shows unreadable events', async () => {
  grants.push(denied('catalog', 'read'))
  expect(await would({ events: ['check.failed', 'config.unhealthy'] })).not.toContain('db sent')
  grants.push(denied('notification', 'create'))
  expect((await post(failed)).statusCode).toBe(403)
})

test('a user who may create rules but not update them cannot make a rule send', async () => {
  grants.push(denied('notification', 'update'))
  expect((await post(failed)).statusCode).toBe(200)
  const { statusCode } = await backend.app.inject({ method: 'POST', url: notifyUrl(crypto.randomUUID()) })
  expect(statusCode).toBe(403)
})
