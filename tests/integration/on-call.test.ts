import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import { startMailServer } from '#relay/testing/mail-server.ts'
import { canaryDocument, startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { insertRow } from '#tests/fixtures/rows.ts'

const roles = ['admin']
let backend: TestBackend
let target: TestServer
let mail: Awaited<ReturnType<typeof startMailServer>>
let isUp = true
let team: string
let [mara, jonas] = ['', '']

const post = (relation: string, payload: object) =>
  backend.app.inject({ method: 'POST', url: `/api/db/${relation}`, payload })
const rotation = (more: object = {}) => ({
  team_id: team,
  people: [mara],
  shift_days: 7,
  hand_over: '09:00',
  zone: 'Europe/Berlin',
  starts_on: '2026-01-05',
  ...more,
})
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

beforeAll(async () => {
  mail = await startMailServer()
  target = await startHttp((_request, response) => void response.writeHead(isUp ? 200 : 500).end('x'))
  const checks = `  http: [{ name: front, url: 'http://127.0.0.1:${target.port}/' }]\n`
  backend = await startTestBackend({
    roles,
    resources: { 'shop.yaml': canaryDocument('shop', checks) },
    mail: { url: mail.url, from: 'console@example.test' },
  })
  const { database } = backend
  mara = await insertRow(database, 'people', { name: 'Mara', email: 'mara@example.test' })
  jonas = await insertRow(database, 'people', { name: 'Jonas', email: 'jonas@example.test' })
  team = await insertRow(database, 'teams', { name: 'payments', created_by: mara, source: 'UI', spec: '{}' })
  for (const person of [mara, jonas])
    await database.query('insert into team_members (team_id, person_id) values ($1, $2)', [team, person])
  await insertRow(database, 'notifications', {
    name: 'page',
    source: 'UI',
    events: '{check.failed}',
    custom_services: JSON.stringify([{ name: 'on call', on_call_team_id: team }]),
  })
})
afterAll(async () => {
  await backend.close()
  await target.close()
  mail.stop()
})
afterEach(async () => {
  roles.splice(0, roles.length, 'admin')
  await backend.database.query('delete from on_call_rotations')
  await backend.database.query('delete from on_call_overrides')
})

const listRecipients = () => mail.received.filter((line) => line.startsWith('RCPT')).map((line) => line.slice(9, -1))
const getStatus = async () => (await backend.row('front'))?.status

const failAndListRecipients = async (): Promise<readonly [readonly string[], unknown]> => {
  isUp = true
  await vi.waitFor(async () => expect(await getStatus()).toBe('healthy'))
  mail.received.splice(0)
  isUp = false
  await vi.waitFor(async () => {
    const { rows } = await backend.database.query(`select status from notification_send_history where status <> 'sent'`)
    expect([mail.received.includes('.'), rows]).toEqual([true, []])
  })
  const { rows } = await backend.database.query(
    `select payload ->> 'recipient' as recipient from notification_send_history order by created_at desc limit 1`,
  )
  return [listRecipients(), rows[0]?.['recipient']]
}

test('notifies the person on call at the time of sending, or their override', async () => {
  expect((await post('on_call_rotations', rotation())).statusCode).toBe(201)
  expect(await failAndListRecipients()).toEqual([['mara@example.test'], 'Mara, on call for team payments'])
  const override = { team_id: team, person_id: jonas, from: hours(-1), until: hours(1) }
  expect((await post('on_call_overrides', override)).statusCode).toBe(201)
  expect(await failAndListRecipients()).toEqual([['jonas@example.test'], 'Jonas, on call for team payments'])
})

test('notifies the whole team when no one is on call, and records that', async () => {
  expect(await failAndListRecipients()).toEqual([
    ['jonas@example.test', 'mara@example.test'],
    'team payments, no person on call',
  ])
  const { rows } = await backend.database.query(
    `select rules -> 0 -> 'recipients' -> 0 as recipient from relay.notification_decisions
      where event = 'check.failed' order by happened_at desc limit 1`,
  )
  const { recipient } = z
    .object({ recipient: z.object({ name: z.string(), people: z.array(z.string()) }) })
    .parse(rows[0])
  expect([recipient.name, new Set(recipient.people)]).toEqual([
    'team payments, no person on call',
    new Set([mara, jonas]),
  ])
})

test('rejects a rule without a team for its on-call recipient, and ignores one already stored', async () => {
  const invalid = [{ name: 'on call', on_call_team_id: 'nonsense' }]
  const rejected = await post('notifications', {
    name: 'x',
    source: 'UI',
    events: ['check.failed'],
    custom_services: invalid,
  })
  expect([rejected.statusCode, rejected.body]).toEqual([
    400,
    expect.stringContaining('custom_services: on_call_team_id must be a team id.'),
  ])
  const made = await insertRow(backend.database, 'notifications', {
    name: 'broken',
    source: 'UI',
    events: '{check.failed}',
    custom_services: JSON.stringify(invalid),
  })
  await post('notifications', { name: 'nobody', source: 'UI', events: ['incident.created'] })
  isUp = true
  await vi.waitFor(async () => expect(await getStatus()).toBe('healthy'))
  mail.received.splice(0)
  isUp = false
  await vi.waitFor(() => expect(listRecipients()).toEqual(['jonas@example.test', 'mara@example.test']), 15_000)
  await backend.app.inject({
    method: 'PATCH',
    url: `/api/db/notifications?id=eq.${made}`,
    payload: { deleted_at: 'now()' },
  })
})

test.each([
  [{ zone: 'Mars/Olympus' }, 'zone: must be a time zone such as Europe/Berlin.'],
  [{ hand_over: '25:00' }, 'hand_over: must be a time such as 22:30.'],
  [{ people: [] }, 'people: Select at least one person.'],
  [{ starts_on: '2026-02-31' }, 'starts_on: must be a date such as 2026-11-30.'],
])('rejects an invalid rotation with a message: %j', async (more, message) => {
  const { statusCode, body } = await post('on_call_rotations', rotation(more))
  expect([statusCode, z.object({ message: z.string() }).parse(JSON.parse(body)).message]).toEqual([400, message])
})

test.each([['viewer'], ['guest'], ['responder']])(
  'a %s can read the on-call person but not change the rotation',
  async (role) => {
    await post('on_call_rotations', rotation())
    roles.splice(0, roles.length, role)
    expect((await post('on_call_rotations', rotation())).statusCode).toBe(403)
    const override = { team_id: team, person_id: jonas, from: hours(-1), until: hours(1) }
    expect((await post('on_call_overrides', override)).statusCode).toBe(403)
    const url = '/api/db/on_call_rotations?team_id=not.is.null'
    expect((await backend.app.inject({ method: 'DELETE', url })).statusCode).toBe(403)
  },
)
