import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { personalRoute } from '#shared/notifications/personal-routes.ts'
import { startHttp, type TestServer } from '#relay/backend/checks/types/testing/servers.ts'
import { startMailServer } from '#relay/testing/mail-server.ts'
import { canaryDocument, startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { insertRow } from '#tests/fixtures/rows.ts'

// The one who asks, as the test backend has it.
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

/** Whom the rule tells from now on. */
const tellBy = async (recipient: object) => {
  const nobody = { person_id: null, team_id: null, custom_services: null }
  const { statusCode } = await patch(`/api/db/notifications?id=eq.${rule}`, { ...nobody, ...recipient })
  expect(statusCode).toBe(204)
}

interface Kept {
  readonly status: string
  readonly held: string | null
  readonly waits: boolean
}
const keptOf = async (): Promise<Kept | undefined> => {
  const { rows } = await backend.database.query<Kept>(
    `select status, payload ->> 'held' as held, coalesce(not_before > now() + interval '2 minutes', false) as waits
       from notification_send_history where notification_id = $1 order by created_at desc limit 1`,
    [rule],
  )
  return rows[0]
}
const told = () =>
  mail.heard
    .filter((line) => line.startsWith('RCPT'))
    .map((line) => line.slice(9, -1))
    .filter((address) => address !== 'jonas@example.test')

/** Lets the check fail once, and answers what became of the message and which of its recipients but Jonas got it. */
const whatBecomes = async (isOver: (kept: Kept) => boolean): Promise<readonly [Kept, readonly string[]]> => {
  isUp = true
  await vi.waitFor(async () => expect((await backend.row('front'))?.status).toBe('healthy'), { timeout: 15_000 })
  await backend.database.query('delete from notification_send_history')
  mail.heard.splice(0)
  isUp = false
  const kept = await vi.waitFor(async () => {
    const found = await keptOf()
    if (found === undefined || !isOver(found)) throw new Error(`it is ${JSON.stringify(found)}`)
    return found
  }, 15_000)
  return [kept, told()]
}
const isSent = ({ status }: Kept) => status === 'sent'

test('whoever unsubscribes from a rule gets nothing of it, and the others do', async () => {
  const mine = personalRoute.response.parse(JSON.parse((await backend.app.inject(path)).body))
  expect(mine).toEqual({
    wishes: always,
    rules: [{ id: rule, name: 'page', events: ['check.failed'], as: ['team payments'], is_unsubscribed: false }],
  })
  expect((await whatBecomes(isSent))[1]).toEqual(['ada@example.test'])
  expect((await patch(`${path}/rules/${rule}`, { is_unsubscribed: true })).statusCode).toBe(200)
  const [kept, others] = await whatBecomes(isSent)
  expect([kept.held, others]).toEqual(['Ada is unsubscribed from this rule.', []])
}, 60_000)

test('nothing that is less grave than somebody wants comes, and what says no severity does', async () => {
  const { database } = backend
  await patch(path, { least_severity: 'high', quiet: null })
  expect((await whatBecomes(isSent))[1]).toEqual(['ada@example.test'])
  await database.query(`update checks set severity = 'low' where name = 'front'`)
  const [kept, others] = await whatBecomes(isSent)
  expect([kept.held, others]).toEqual(['Ada wants nothing below high.', []])
  await database.query(`update checks set severity = null where name = 'front'`)
}, 60_000)

test('in quiet hours the only recipient is told at their end, if it is still so; whoever is on call is told at once', async () => {
  const { database } = backend
  await tellBy({ person_id: ada })
  await patch(path, { least_severity: null, quiet: allDay })
  const [kept, others] = await whatBecomes(({ held }) => held !== null)
  expect([kept, others]).toEqual([
    { status: 'pending', held: 'Ada has quiet hours until 00:00.', waits: expect.any(Boolean) },
    [],
  ])
  await patch(path, always)
  await vi.waitFor(async () => expect((await keptOf())?.status).toBe('sent'), 15_000)
  expect(told()).toEqual(['ada@example.test'])

  await patch(path, { least_severity: null, quiet: allDay })
  await tellBy({ custom_services: [{ name: 'on call', on_call_team_id: team }] })
  await database.query(
    `insert into on_call_rotations (team_id, people, shift_days, hand_over, zone, starts_on)
     values ($1, $2, 7, '09:00', 'UTC', '2026-01-05')`,
    [team, [ada]],
  )
  expect((await whatBecomes(isSent))[1]).toEqual(['ada@example.test'])
  await tellBy({ team_id: team })
}, 90_000)

test('what cannot be wished, and a rule that tells somebody else, are refused in words', async () => {
  const { database } = backend
  const others = await database.query<{ id: string }>(`select id from notifications where name = 'not mine'`)
  for (const [answer, status, says] of [
    [await patch(path, { least_severity: 'dire', quiet: null }), 400, 'least_severity: '],
    [
      await patch(path, { least_severity: null, quiet: { ...allDay, zone: 'Mars' } }),
      400,
      'quiet.zone: is no time zone',
    ],
    [
      await patch(`${path}/rules/${others.rows[0]?.id}`, { is_unsubscribed: true }),
      404,
      'No rule of this id tells you.',
    ],
    [await patch(`${path}/rules/nonsense`, { is_unsubscribed: true }), 404, 'No rule of this id tells you.'],
  ] as const)
    expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining(says)])
})
