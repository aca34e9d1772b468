import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { personalRoute } from '#shared/notifications/personal-routes.ts'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import { startMailServer } from '#relay/testing/mail-server.ts'
import { canaryDocument, startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { insertRow } from '#tests/fixtures/rows.ts'

const ada = '01890a5d-0000-7000-8000-000000000001'
const path = personalRoute.path
let backend: TestBackend
let target: TestServer
let mail: Awaited<ReturnType<typeof startMailServer>>
let isUp = true
let [team, rule, jonas] = ['', '', '']

const patch = (url: string, payload: object) => backend.app.inject({ method: 'PATCH', url, payload })
const allDay = { days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00', zone: 'UTC' }
const always = { least_severity: null, quiet: null }

beforeAll(async () => {
  mail = await startMailServer()
  target = await startHttp((_request, response) => void response.writeHead(isUp ? 200 : 500).end('x'))
  const checks = `  http: [{ name: front, url: 'http://127.0.0.1:${target.port}/' }]\n`
  backend = await startTestBackend({
    resources: { 'shop.yaml': canaryDocument('shop', checks) },
    mail: { url: mail.url, from: 'console@example.test' },
  })
  const { database } = backend
  await database.query(
    `insert into people (id, name, email) values ($1, 'Ada', 'ada@example.test')
     on conflict (id) do update set name = excluded.name, email = excluded.email`,
    [ada],
  )
  jonas = await insertRow(database, 'people', { name: 'Jonas', email: 'jonas@example.test' })
  team = await insertRow(database, 'teams', { name: 'payments', created_by: ada, source: 'UI', spec: '{}' })
  for (const person of [ada, jonas])
    await database.query('insert into team_members (team_id, person_id) values ($1, $2)', [team, person])
  rule = await insertRow(database, 'notifications', {
    name: 'page',
    source: 'UI',
    events: '{check.failed}',
    team_id: team,
  })
  await insertRow(database, 'notifications', {
    name: 'not mine',
    source: 'UI',
    events: '{check.failed}',
    person_id: jonas,
  })
})
afterAll(async () => {
  await backend.close()
  await target.close()
  mail.stop()
})
afterEach(async () => {
  await backend.database.query('delete from relay.personal_notifications')
  await backend.database.query('delete from relay.unsubscribed_rules')
  await backend.database.query('delete from on_call_rotations')
})

const setRecipient = async (recipient: object) => {
  const noRecipient = { person_id: null, team_id: null, custom_services: null }
  const { statusCode } = await patch(`/api/db/notifications?id=eq.${rule}`, { ...noRecipient, ...recipient })
  expect(statusCode).toBe(204)
}

interface StoredMessage {
  readonly status: string
  readonly held: string | null
  readonly waits: boolean
}
const readMessage = async (): Promise<StoredMessage | undefined> => {
  const { rows } = await backend.database.query<StoredMessage>(
    `select status, payload ->> 'held' as held, coalesce(not_before > now() + interval '2 minutes', false) as waits
       from notification_send_history where notification_id = $1 order by created_at desc limit 1`,
    [rule],
  )
  return rows[0]
}
const listRecipients = () =>
  mail.received
    .filter((line) => line.startsWith('RCPT'))
    .map((line) => line.slice(9, -1))
    .filter((address) => address !== 'jonas@example.test')

const failAndRead = async (
  isOver: (message: StoredMessage) => boolean,
): Promise<readonly [StoredMessage, readonly string[]]> => {
  isUp = true
  await vi.waitFor(async () => expect((await backend.row('front'))?.status).toBe('healthy'))
  await backend.database.query('delete from notification_send_history')
  mail.received.splice(0)
  isUp = false
  const message = await vi.waitFor(async () => {
    const found = await readMessage()
    if (found === undefined || !isOver(found)) throw new Error(`it is ${JSON.stringify(found)}`)
    return found
  })
  return [message, listRecipients()]
}
const isSent = ({ status }: StoredMessage) => status === 'sent'

test('people who unsubscribe from a rule receive nothing from it; others do', async () => {
  const settings = personalRoute.response.parse(JSON.parse((await backend.app.inject(path)).body))
  expect(settings).toEqual({
    wishes: always,
    rules: [{ id: rule, name: 'page', events: ['check.failed'], as: ['team payments'], is_unsubscribed: false }],
  })
  expect((await failAndRead(isSent))[1]).toEqual(['ada@example.test'])
  expect((await patch(`${path}/rules/${rule}`, { is_unsubscribed: true })).statusCode).toBe(200)
  const [message, others] = await failAndRead(isSent)
  expect([message.held, others]).toEqual(['Ada is unsubscribed from this rule.', []])
})

test('applies the minimum severity, except to messages without a severity', async () => {
  const { database } = backend
  await patch(path, { least_severity: 'high', quiet: null })
  expect((await failAndRead(isSent))[1]).toEqual(['ada@example.test'])
  await database.query(`update checks set severity = 'low' where name = 'front'`)
  const [message, others] = await failAndRead(isSent)
  expect([message.held, others]).toEqual(['Ada has a minimum severity of high.', []])
  await database.query(`update checks set severity = null where name = 'front'`)
})

test('quiet hours delay a message that is still valid, except for the on-call person', async () => {
  const { database } = backend
  await setRecipient({ person_id: ada })
  await patch(path, { least_severity: null, quiet: allDay })
  const [message, others] = await failAndRead(({ held }) => held !== null)
  expect([message, others]).toEqual([
    { status: 'pending', held: 'Ada has quiet hours until 00:00.', waits: expect.any(Boolean) },
    [],
  ])
  await patch(path, always)
  await vi.waitFor(async () => expect((await readMessage())?.status).toBe('sent'), 15_000)
  expect(listRecipients()).toEqual(['ada@example.test'])

  await patch(path, { least_severity: null, quiet: allDay })
  await setRecipient({ custom_services: [{ name: 'on call', on_call_team_id: team }] })
  await database.query(
    `insert into on_call_rotations (team_id, people, shift_days, hand_over, zone, starts_on)
     values ($1, $2, 7, '09:00', 'UTC', '2026-01-05')`,
    [team, [ada]],
  )
  expect((await failAndRead(isSent))[1]).toEqual(['ada@example.test'])
  await setRecipient({ team_id: team })
})

test('rejects invalid preferences and rules for other people with a message', async () => {
  const { database } = backend
  const others = await database.query<{ id: string }>(`select id from notifications where name = 'not mine'`)
  for (const [response, status, message] of [
    [await patch(path, { least_severity: 'dire', quiet: null }), 400, 'least_severity: '],
    [
      await patch(path, { least_severity: null, quiet: { ...allDay, zone: 'Mars' } }),
      400,
      'quiet.zone: must be a time zone such as Europe/Berlin',
    ],
    [
      await patch(`${path}/rules/${others.rows[0]?.id}`, { is_unsubscribed: true }),
      404,
      'No rule with this id notifies you.',
    ],
    [await patch(`${path}/rules/nonsense`, { is_unsubscribed: true }), 404, 'No rule with this id notifies you.'],
  ] as const)
    expect([response.statusCode, response.body]).toEqual([status, expect.stringContaining(message)])
})
