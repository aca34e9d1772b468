import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { personalRoute } from '#shared/notifications/personal-routes.ts'
import {
  addBrowserRoute,
  browsersMost,
  pushedBrowsersRoute,
  testBrowserRoute,
} from '#shared/notifications/push-routes.ts'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import { startMailServer } from '#relay/testing/mail-server.ts'
import { signedBy, startPushService, type PushedBrowser } from '#relay/testing/push-service.ts'
import { canaryDocument, startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { insertRow } from '#tests/fixtures/rows.ts'

const ada = '01890a5d-0000-7000-8000-000000000001'
const path = pushedBrowsersRoute.path
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const allDay = { days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00', zone: 'UTC' }
const always = { least_severity: null, quiet: null }

let backend: TestBackend
let target: TestServer
let mail: Awaited<ReturnType<typeof startMailServer>>
let service: Awaited<ReturnType<typeof startPushService>>
let [check, rule, team, jonas] = ['', '', '', '']

beforeAll(async () => {
  mail = await startMailServer()
  service = await startPushService()
  target = await startHttp((_request, response) => void response.writeHead(500).end('x'))
  const checks = `  http: [{ name: front, url: 'http://127.0.0.1:${target.port}/' }]\n`
  backend = await startTestBackend({
    mail: { url: mail.url, from: 'Console <console@example.test>' },
    pushCa: service.ca,
  })
  const { database } = backend
  await database.query(
    `insert into people (id, name, email) values ($1, 'Ada', 'ada@example.test')
     on conflict (id) do update set name = excluded.name, email = excluded.email`,
    [ada],
  )
  jonas = await insertRow(database, 'people', { name: 'Jonas', email: null })
  team = await insertRow(database, 'teams', { name: 'payments', created_by: ada, source: 'UI', spec: '{}' })
  for (const person of [ada, jonas])
    await database.query('insert into team_members (team_id, person_id) values ($1, $2)', [team, person])
  rule = await insertRow(database, 'notifications', {
    name: 'page',
    source: 'UI',
    events: '{check.failed}',
    person_id: ada,
  })
  await backend.write('shop.yaml', canaryDocument('shop', checks, '@every 2s'))
  check = await vi.waitFor(async () => {
    const row = await backend.row('front')
    if (row?.status !== 'unhealthy') throw new Error('the check has not failed yet')
    return row.id
  })
  // The check fails once before the tests; its notification is sent first and then deleted.
  await vi.waitFor(async () => {
    const { rows } = await database.query("select 1 from notification_send_history where status = 'sent'")
    if (rows.length === 0) throw new Error('nothing was told yet')
  })
  await forget()
})
afterAll(async () => {
  await backend.close()
  await target.close()
  await service.close()
  mail.stop()
})
afterEach(() => forget())

const forget = async () => {
  const { database } = backend
  for (const table of ['push_subscriptions', 'personal_notifications', 'unsubscribed_rules'])
    await database.query(`delete from relay.${table}`)
  await database.query('delete from on_call_rotations')
  await database.query('delete from notification_send_history where parent_id is not null')
  await database.query('delete from notification_send_history')
  await allowPrivate()
  await setRecipient({ person_id: ada })
  service.respondWith(201)
  service.received.splice(0)
  mail.received.splice(0)
}

const setting = "name = 'notifications.push.private'"
const allowPrivate = async () => {
  await backend.database.query(`delete from properties where ${setting}`)
  await backend.database.query("insert into properties (name, value) values ('notifications.push.private', 'true')")
}

const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, person = ada) =>
  backend.app.inject({
    method,
    url,
    headers: { 'user-agent': firefox, 'as-person': person },
    ...(payload && { payload }),
  })

const listBrowsers = async (person = ada) =>
  pushedBrowsersRoute.response.parse(JSON.parse((await ask('GET', path, undefined, person)).body))

const subscribe = async (browser: PushedBrowser, person = ada) => {
  const { statusCode, body } = await ask('POST', path, browser.subscription, person)
  expect([statusCode, body]).toEqual([200, expect.any(String)])
  return addBrowserRoute.response.parse(JSON.parse(body))
}

const setRecipient = async (recipient: object) => {
  const noRecipient = { person_id: null, team_id: null, custom_services: null, fallback_team_id: null }
  const { statusCode } = await ask('PATCH', `/api/db/notifications?id=eq.${rule}`, { ...noRecipient, ...recipient })
  expect(statusCode).toBe(204)
}

const fail = () =>
  backend.database.query(
    `insert into event_queue (name, properties)
     values ('check.failed', jsonb_build_object('id', $1::text, 'at', clock_timestamp()))`,
    [check],
  )

interface HistoryEntry {
  readonly recipient: string
  readonly status: string
  readonly why: string | null
}

const history = (expected: readonly HistoryEntry[]) =>
  vi.waitFor(async () => {
    const { rows } = await backend.database.query<HistoryEntry>(
      `select payload ->> 'recipient' as recipient, status, coalesce(error, payload ->> 'held') as why
         from notification_send_history order by parent_id nulls first, payload ->> 'recipient'`,
    )
    expect(rows).toEqual(expected)
  })

const wakeSending = () => ask('PATCH', personalRoute.path, always, jonas)
const tryNow = async () => {
  await backend.database.query(`update notification_send_history set not_before = now() where status = 'pending'`)
  await wakeSending()
}

const sent = (recipient: string): HistoryEntry => ({ recipient, status: 'sent', why: null })
const byPush = 'Ada, by push: Firefox, Linux'
const mailed = () => mail.received.filter((line) => line.startsWith('RCPT')).map((line) => line.slice(9, -1))

test('a browser is subscribed, listed, receives a test, and is removed', async () => {
  const browser = service.browser()
  const [{ key }, other] = await Promise.all([listBrowsers(), listBrowsers()])
  expect(other.key).toBe(key)
  const added = await subscribe(browser)
  expect(added).toMatchObject({ device: 'Firefox, Linux', reached_at: null })
  expect(await subscribe(browser)).toEqual(added)
  expect((await listBrowsers()).browsers).toEqual([added])

  const tested = await ask('POST', `${path}/${added.id}/test`)
  expect(testBrowserRoute.response.parse(JSON.parse(tested.body))).toEqual({ error: null, is_gone: false })
  const [push] = service.received
  if (push === undefined) throw new Error('nothing came')
  expect(JSON.parse(browser.read(push.body))).toMatchObject({ title: 'Test from Quarterdeck' })
  expect(await signedBy(push, service.origin, key)).toMatchObject({ sub: 'mailto:console@example.test' })
  expect((await listBrowsers()).browsers).toEqual([{ ...added, reached_at: expect.any(String) }])

  const { rows } = await backend.database.query<{ private_key: string; auth: string }>(
    'select private_key, auth from relay.push_keys, relay.push_subscriptions',
  )
  for (const text of [rows[0]?.private_key, rows[0]?.auth]) expect(text).toMatch(/^sealed:v2:/)

  expect((await ask('DELETE', `${path}/${added.id}`)).statusCode).toBe(200)
  expect(await listBrowsers()).toEqual({ key, browsers: [] })
})

test('users cannot read, test, remove or take over browsers of others', async () => {
  const browser = service.browser()
  const { id } = await subscribe(browser)
  expect((await listBrowsers(jonas)).browsers).toEqual([])
  const notFound = [404, '{"error":"You have no browser with this id."}']
  for (const [method, url] of [
    ['POST', `${path}/${id}/test`],
    ['DELETE', `${path}/${id}`],
    ['DELETE', `${path}/nonsense`],
  ] as const) {
    const { statusCode, body } = await ask(method, url, undefined, jonas)
    expect([statusCode, body]).toEqual(notFound)
  }
  const forged = { ...service.browser().subscription, endpoint: browser.subscription.endpoint }
  expect((await ask('POST', path, forged, jonas)).statusCode).toBe(409)
  for (const relation of ['push_subscriptions', 'push_keys', 'relay.push_keys'])
    expect((await ask('GET', `/api/db/${relation}`)).statusCode).toBe(404)
  expect((await listBrowsers()).browsers).toHaveLength(1)
  expect(service.received).toEqual([])

  // A subscription belongs to the last user who signed in with that browser.
  await subscribe(browser, jonas)
  expect([(await listBrowsers()).browsers, (await listBrowsers(jonas)).browsers.length]).toEqual([[], 1])
})

test('an invalid or unreachable browser is rejected with a reason', async () => {
  const { subscription } = service.browser()
  for (const [subscriptionInput, message] of [
    [
      { ...subscription, endpoint: 'http://push.example/1' },
      'The address of the push service must be https without a user.',
    ],
    [
      { ...subscription, endpoint: 'https://169.254.169.254/' },
      'is a link-local address. Messages are not sent to link-local addresses.',
    ],
    [{ ...subscription, endpoint: 'https://push.invalid/1' }, 'Cannot resolve the push service host push.invalid.'],
    [{ ...subscription, p256dh: subscription.auth }, 'p256dh: must be a browser key'],
    [{ ...subscription, p256dh: Buffer.alloc(65, 4).toString('base64url') }, 'p256dh: must be a browser key'],
    [{ ...subscription, auth: 'short' }, 'auth: must be a browser key'],
    [{}, 'endpoint: '],
  ] as const) {
    const { statusCode, body } = await ask('POST', path, subscriptionInput)
    expect([statusCode, body]).toEqual([400, expect.stringContaining(message)])
  }
  await backend.database.query(`delete from properties where ${setting}`)
  const { statusCode, body } = await ask('POST', path, subscription)
  expect([statusCode, body]).toEqual([
    400,
    expect.stringContaining('is a private address. Pushes are not sent to private addresses.'),
  ])
  await allowPrivate()

  for (let count = 0; count < browsersMost; count += 1) await subscribe(service.browser())
  expect((await ask('POST', path, service.browser().subscription)).statusCode).toBe(409)
})

test('a notification for a user is pushed to each browser once, besides the mail', async () => {
  const [one, two] = [service.browser(), service.browser()]
  await subscribe(one)
  await subscribe(two)
  await fail()
  await history([sent('Ada'), sent(byPush), sent(byPush)])
  expect(mailed()).toEqual(['ada@example.test'])
  expect(service.received.map(({ path: at }) => at).sort()).toEqual(
    [one, two].map(({ subscription }) => new URL(subscription.endpoint).pathname).sort(),
  )
  const push = service.received.find(({ path: at }) => one.subscription.endpoint.endsWith(at))
  if (push === undefined) throw new Error('nothing came')
  expect(JSON.parse(one.read(push.body))).toEqual({
    title: 'front fails',
    body: expect.stringMatching(/^[^\n]+\nUnhealthy$/),
    link: `/health?layout=table&checkId=${check}&timeRange=1h`,
    act: { title: 'Acknowledge or silence', link: expect.stringMatching(/^\/notifications\/message\?link=/) },
    tag: expect.any(String),
  })

  // As after a relay that was killed while sending.
  await backend.database.query(`update notification_send_history set status = 'pending' where parent_id is null`)
  // A message that is taken already must not become due again: it would be sent twice.
  await wakeSending()
  await history([sent('Ada'), sent(byPush), sent(byPush)])
  expect([mailed().length, service.received.length]).toEqual([2, 2])
})

test('a user without an email address is reached by push, and the rule has no error', async () => {
  const browser = service.browser()
  await subscribe(browser, jonas)
  await setRecipient({ team_id: team })
  await fail()
  await history([sent('team payments'), sent('Jonas, by push: Firefox, Linux')])
  expect(mailed()).toEqual(['ada@example.test'])
  await setRecipient({ person_id: jonas })
  await fail()
  await vi.waitFor(() => expect(service.received).toHaveLength(2), 15_000)
  const { body } = await backend.app.inject('/readyz')
  expect(JSON.parse(body)).toMatchObject({ parts: { notifications: { state: 'up' } } })
  expect(mailed()).toEqual(['ada@example.test'])
})

test('an expired browser is deleted; if it was the only channel, the fallback is notified', async () => {
  await subscribe(service.browser())
  service.respondWith(410)
  await fail()
  await history([
    sent('Ada'),
    { recipient: byPush, status: 'skipped', why: 'This browser no longer accepts push notifications.' },
  ])
  expect((await listBrowsers()).browsers).toEqual([])

  await backend.database.query('delete from notification_send_history where parent_id is not null')
  await backend.database.query('delete from notification_send_history')
  await subscribe(service.browser(), jonas)
  await subscribe(service.browser(), jonas)
  await setRecipient({ person_id: jonas, fallback_team_id: team })
  await fail()
  const expired = {
    recipient: 'Jonas, by push: Firefox, Linux',
    status: 'skipped',
    why: 'This browser no longer accepts push notifications.',
  }
  await history([
    {
      recipient: 'Jonas',
      status: 'error',
      why: 'Jonas has no email address and no browser with push enabled.',
    },
    expired,
    expired,
    sent('the team'),
  ])
})

test('a failing push service is retried with the same topic, and nothing else is sent again', async () => {
  const browser = service.browser()
  await subscribe(browser)
  service.respondWith(500)
  await fail()
  const why = `${service.origin} responded with 500.`
  await history([sent('Ada'), { recipient: byPush, status: 'pending', why }])
  service.respondWith(201)
  await tryNow()
  await history([sent('Ada'), sent(byPush)])
  const [first, second, ...more] = service.received
  expect([more, second?.headers['topic']]).toEqual([[], first?.headers['topic']])
  expect(mailed()).toEqual(['ada@example.test'])
})

test("pushes follow the user's preferences: rules, severities and quiet hours", async () => {
  const { database } = backend
  await subscribe(service.browser())
  await ask('PATCH', `${personalRoute.path}/rules/${rule}`, { is_unsubscribed: true })
  await fail()
  await history([{ recipient: 'Ada', status: 'silenced', why: 'Ada is unsubscribed from this rule.' }])
  await ask('PATCH', `${personalRoute.path}/rules/${rule}`, { is_unsubscribed: false })

  await database.query('delete from notification_send_history')
  await database.query(`update checks set severity = 'low' where id = $1`, [check])
  await ask('PATCH', personalRoute.path, { least_severity: 'high', quiet: null })
  await fail()
  await history([{ recipient: 'Ada', status: 'silenced', why: 'Ada has a minimum severity of high.' }])
  await database.query(`update checks set severity = null where id = $1`, [check])

  await database.query('delete from notification_send_history')
  await ask('PATCH', personalRoute.path, { least_severity: null, quiet: allDay })
  await fail()
  await history([{ recipient: 'Ada', status: 'pending', why: 'Ada has quiet hours until 00:00.' }])
  expect([service.received, mailed()]).toEqual([[], []])
  await ask('PATCH', personalRoute.path, always)
  const why = 'Ada has quiet hours until 00:00.'
  await history([{ ...sent('Ada'), why }, sent(byPush)])
  expect(service.received).toHaveLength(1)
})

test('a user on call receives pushes during quiet hours', async () => {
  await subscribe(service.browser())
  await ask('PATCH', personalRoute.path, { least_severity: null, quiet: allDay })
  await setRecipient({ custom_services: [{ name: 'on call', on_call_team_id: team }] })
  await backend.database.query(
    `insert into on_call_rotations (team_id, people, shift_days, hand_over, zone, starts_on)
     values ($1, $2, 7, '09:00', 'UTC', '2026-01-05')`,
    [team, [ada]],
  )
  await fail()
  await history([sent('Ada, on call for team payments'), sent(byPush)])
  expect(service.received).toHaveLength(1)
})

test('a pending push is not sent after its user has unsubscribed', async () => {
  await subscribe(service.browser())
  service.respondWith(503)
  await fail()
  await history([sent('Ada'), { recipient: byPush, status: 'pending', why: `${service.origin} responded with 503.` }])
  service.respondWith(201)
  await ask('PATCH', `${personalRoute.path}/rules/${rule}`, { is_unsubscribed: true })
  await tryNow()
  await history([sent('Ada'), { recipient: byPush, status: 'silenced', why: 'Ada is unsubscribed from this rule.' }])
  expect(service.received).toHaveLength(1)
})
