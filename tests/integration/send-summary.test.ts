import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { grantSchema, type Grant } from '#shared/access/grant.ts'
import { sendSummaryRoute } from '#shared/notifications/send-summary-route.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { admin, insertRow } from '#tests/fixtures/rows.ts'

const grants: Grant[] = []
let backend: TestBackend
let check: string
let item: string
let rule: string

const hourAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const send = (resource: string, event: string, status: string, more: object = {}) =>
  insertRow(backend.database, 'notification_send_history', {
    notification_id: rule,
    resource_id: resource,
    source_event: event,
    status,
    ...more,
  })

beforeAll(async () => {
  backend = await startTestBackend({ roles: ['admin'], grants })
  const { database } = backend
  const canary = await insertRow(database, 'canaries', { name: 'shop', namespace: 'pay', spec: '{}', source: 'UI' })
  check = await insertRow(database, 'checks', { canary_id: canary, name: 'door', type: 'http', status: 'unhealthy' })
  item = await insertRow(database, 'config_items', { name: 'db', type: 'Postgres', config_class: 'Database' })
  rule = await insertRow(database, 'notifications', { name: 'tells', source: 'UI', events: '{check.failed}' })
  await send(check, 'check.failed', 'sent', {
    created_at: hourAgo(3),
    first_observed: hourAgo(3),
    // A group message counts as one message.
    count: 40,
    payload: JSON.stringify({ title: 'door fails', recipient: '#ops' }),
  })
  await send(check, 'check.failed', 'repeat-interval', { created_at: hourAgo(1), count: 14 })
  await send(check, 'check.failed', 'silenced', { created_at: hourAgo(1.1), count: 2 })
  await send(check, 'check.passed', 'error', { created_at: hourAgo(0.1), error: 'smtp 550: mailbox unavailable' })
  await send(item, 'config.unhealthy', 'pending', { created_at: hourAgo(30), first_observed: hourAgo(30) })
})
afterAll(() => backend.close())
beforeEach(() => void grants.splice(0))

const post = (payload: unknown) =>
  backend.app.inject({ method: 'POST', url: sendSummaryRoute.path, payload: payload as object })
const summary = async (payload: object = {}) => sendSummaryRoute.response.parse(JSON.parse((await post(payload)).body))
const listNames = async (payload: object) => (await summary(payload)).results.map(({ resource }) => resource.name)

test('sends are summarized per resource: first, last, counts by status, and reasons for suppression [SHELL-16]', async () => {
  const { total, counts, results } = await summary()
  expect([total, counts]).toEqual([2, { sends: 19, error: 1, in_progress: 1, suppressed: 16 }])
  expect(results).toMatchObject([
    {
      resource: { id: check, name: 'door' },
      resource_kind: 'check',
      resource_type: 'http',
      resource_health: 'unhealthy',
      total: 18,
      sent: 1,
      error: 1,
      suppressed: 16,
      in_progress: 0,
      last_message: 'smtp 550: mailbox unavailable',
      reasons: { 'repeat-interval': 14, silenced: 2, error: 1 },
    },
    { resource: { id: item, name: 'db' }, resource_kind: 'config', total: 1, in_progress: 1, reasons: { pending: 1 } },
  ])
  const [door, db] = results
  expect([door?.hours.length, door?.hours.at(-1), db?.hours.every((count) => count === 0)]).toEqual([24, 1, true])
  expect(
    [Date.parse(door?.first_observed ?? ''), Date.parse(door?.last_seen ?? '')].map((ms) => ms < Date.now()),
  ).toEqual([true, true])
})

test.each([
  [{ status: 'error' }, ['door']],
  [{ status: '!pending' }, ['door']],
  [{ resourceKind: 'config' }, ['db']],
  [{ resourceKind: '!config,!check' }, []],
  [{ event: 'check.passed,config.unhealthy' }, ['door', 'db']],
  [{ search: 'MAILBOX' }, ['door']],
  [{ search: '#ops' }, ['door']],
  [{ search: 'db' }, ['db']],
  [{ search: "%' or true --" }, []],
  [{ pageSize: 1, pageIndex: 1 }, ['db']],
])('%j returns %j', async (filter, names) => {
  expect(await listNames(filter)).toEqual(names)
})

test.each([{ pageSize: 0 }, { pageSize: 5_000 }, { from: 'yesterday' }, { groupBy: ['rule'] }, { search: 4 }])(
  '%j is rejected with the field name',
  async (filter) => {
    const { statusCode, body } = await post(filter)
    expect([statusCode, body]).toEqual([400, expect.stringContaining(Object.keys(filter)[0] ?? '')])
  },
)

test('a user without access to sent notifications gets none', async () => {
  grants.push(
    grantSchema.parse({
      id: 'g',
      subject: admin,
      subject_type: 'person',
      action: 'read',
      object: 'database.monitor',
      deny: true,
    }),
  )
  expect((await post({})).statusCode).toBe(403)
})
