import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { grantSchema, type Grant } from '#shared/access/grant.ts'
import { decisionsRoute } from '#shared/notifications/decision-routes.ts'
import { messageLinkRoute } from '#shared/notifications/message-link-route.ts'
import { silencePreviewRoute } from '#shared/notifications/silence-route.ts'
import { silencedNowRoute, resourceSilencesRoute } from '#shared/notifications/resource-silences-route.ts'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { createNotificationClient } from '#tests/fixtures/notification-client.ts'
import { admin, insertRow } from '#tests/fixtures/rows.ts'

type Decision = z.output<typeof decisionsRoute.response>['decisions'][number]

const roles = ['admin']
const grants: Grant[] = []
const ada = admin
const waitOptions = { timeout: 20_000 }
let backend: TestBackend
let canaryId: string
const servers: TestServer[] = []

beforeAll(async () => {
  backend = await startTestBackend({ roles, grants })
  canaryId = await insertRow(backend.database, 'canaries', { name: 'shop', namespace: 'pay', spec: '{}', source: 'UI' })
})
afterAll(async () => {
  await backend.close()
  await Promise.all(servers.map((server) => server.close()))
})
afterEach(async () => {
  roles.splice(0, roles.length, 'admin')
  grants.splice(0)
  await deleteRulesAndSilences()
})

const { write, addRule, deleteRulesAndSilences } = createNotificationClient(() => backend)

const messageSchema = z.object({ title: z.string(), message: z.string(), link: z.string().optional() })
type Got = z.output<typeof messageSchema> & { readonly key: string }
const startSink = async (code = 200) => {
  const got: Got[] = []
  const server = await startHttp((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const message = messageSchema.parse(JSON.parse(text))
      got.push({ ...message, key: String(request.headers['idempotency-key']) })
      response.writeHead(code).end()
    })
  })
  servers.push(server)
  return { got, to: [{ name: 'the hook', url: `http://127.0.0.1:${server.port}/` }] }
}

const checks = (name: string, count: number, labels: object = {}) =>
  backend.database
    .query<{ id: string }>(
      `insert into checks (canary_id, name, type, status, labels)
       select $1, $2 || '-' || n, 'http', 'healthy', $3 from generate_series(1, $4::int) as n returning id`,
      [canaryId, name, JSON.stringify(labels), count],
    )
    .then(({ rows }) => rows.map(({ id }) => id))
const turn = (ids: readonly string[], status: string) =>
  backend.database.query('update checks set status = $2 where id = any($1::uuid[])', [ids, status])
const only = (name: string) => `check.name.startsWith("${name}-")`

const decisions = async (query: Readonly<Record<string, string>>): Promise<readonly Decision[]> => {
  const { body } = await backend.app.inject({ url: decisionsRoute.path, query: { ...query } })
  return decisionsRoute.response.parse(JSON.parse(body)).decisions
}
const listSends = async (rule: string) => {
  const { rows } = await backend.database.query<{ status: string; count: number; error: string | null }>(
    `select status, count, error from notification_send_history
      where notification_id = $1 and payload ->> 'lead' is null order by created_at, id`,
    [rule],
  )
  return rows
}
const silence = async (payload: object) => {
  const { statusCode, body } = await backend.app.inject({ method: 'POST', url: '/api/notification/silence', payload })
  expect([statusCode, body]).toEqual([200, ''])
}
const preview = async (payload: object) => {
  const { body } = await backend.app.inject({ method: 'POST', url: silencePreviewRoute.path, payload })
  return silencePreviewRoute.response.parse(JSON.parse(body))
}

test('stores for every rule the deciding step and the state of its messages', async () => {
  const sink = await startSink()
  const [id = ''] = await checks('why', 1)
  const ids = {
    deaf: await addRule({ name: 'a deaf', events: ['check.passed'], custom_services: sink.to }),
    other: await addRule({ name: 'b other', filter: 'check.name == "other"', custom_services: sink.to }),
    telling: await addRule({ name: 'c tells', filter: only('why'), custom_services: sink.to, repeat_interval: '1h' }),
    empty: await addRule({ name: 'd nobody', filter: only('why') }),
  }
  await turn([id], 'unhealthy')
  await vi.waitFor(() => expect(sink.got).toHaveLength(1), waitOptions)
  const first = await vi.waitFor(async () => {
    const [each] = await decisions({ resource_id: id })
    expect(each?.rules[2]?.sends[0]?.status).toBe('sent')
    return each
  }, waitOptions)
  expect(first).toMatchObject({ event: 'check.failed', resource: { kind: 'check', id, name: 'why-1' } })
  expect(first?.rules.map(({ rule_id: rule, step, said }) => [rule, step, said])).toEqual([
    [ids.deaf, 'event', 'The rule does not select check.failed.'],
    [ids.other, 'filter', 'The filter returned false.'],
    [ids.telling, 'send', 'The rule has no wait time.'],
    [ids.empty, 'recipients', 'The rule has no recipients.'],
  ])
  const [sent] = first?.rules[2]?.sends ?? []
  expect(sent).toMatchObject({ id: sink.got[0]?.key, recipient: 'the hook', error: null, is_fallback: false })
  await silence({ name: 'works', until: 'now+1h', check_id: id })
  await turn([id], 'healthy')
  await turn([id], 'unhealthy')
  const again = () => decisions({ resource_id: id, event: 'check.failed' })
  await vi.waitFor(async () => expect(await again()).toHaveLength(2), waitOptions)
  expect((await again())[0]?.rules[2]).toMatchObject({ step: 'repeat', sends: [] })
  const passed = await vi.waitFor(async () => {
    const found = await decisions({ resource_id: id, event: 'check.passed' })
    expect(found).toHaveLength(1)
    return found
  }, waitOptions)
  expect(passed[0]?.rules[0]).toMatchObject({ step: 'silence', said: 'Silenced by works.' })
  expect((await decisions({ send_id: sent?.id ?? '' })).map(({ id: each }) => each)).toEqual([first?.id])
})

test('sends one message per group, and a failing filter reports its error', async () => {
  const sink = await startSink()
  const ids = [...(await checks('ga', 25, { team: 'red' })), ...(await checks('gb', 25, { team: 'blue' }))]
  const rule = await addRule({
    filter: 'check.name.startsWith("ga-") || check.name.startsWith("gb-")',
    group_by: ['label:team'],
    wait_for: 1_000_000_000,
    custom_services: sink.to,
  })
  const broken = await addRule({ filter: 'check.nothing.at.all == 1', custom_services: sink.to })
  await turn(ids.slice(0, 40), 'unhealthy')
  await turn(ids.slice(40), 'unhealthy')
  await turn(ids.slice(0, 1), 'healthy')
  await vi.waitFor(() => expect(sink.got).toHaveLength(2), waitOptions)
  expect(sink.got.map(({ title }) => title.replace(/g(.)-\d+/, 'g$1')).toSorted()).toEqual([
    'ga fails and 23 more',
    'gb fails and 24 more',
  ])
  expect(sink.got[0]?.message).toContain('Others:')
  await vi.waitFor(async () =>
    expect((await listSends(rule)).map(({ status, count }) => `${status} ${count}`).toSorted()).toEqual([
      'sent 24',
      'sent 25',
    ]),
  )
  const [one] = await decisions({ resource_id: ids[30] ?? '' })
  expect(one?.rules.find(({ rule_id: each }) => each === rule)).toMatchObject({
    step: 'group',
    said: 'Grouped by team=blue; sent after 2s.',
    sends: [{ status: 'sent' }],
  })
  expect(one?.rules.find(({ rule_id: each }) => each === broken)).toMatchObject({
    step: 'filter',
    said: expect.stringContaining('The filter could not be evaluated.'),
  })
})

test('a flood ends in one message', async () => {
  const sink = await startSink()
  const ids = await checks('flood', 75)
  const rule = await addRule({ filter: only('flood'), custom_services: sink.to })
  await turn(ids, 'unhealthy')
  await vi.waitFor(() => expect(sink.got).toHaveLength(60), waitOptions)
  const grouped = `select count from notification_send_history where group_by_hash <> '' and status = 'pending' order by count`
  await vi.waitFor(async () => {
    const { rows } = await backend.database.query<{ count: number }>(grouped)
    expect(rows.map(({ count }) => count)).toEqual([...Array.from({ length: 14 }, () => 1), 15])
  }, waitOptions)
  const url = `/api/db/notifications_summary?select=pending&id=eq.${rule}`
  await expect.poll(async () => (await backend.app.inject({ url })).json(), waitOptions).toEqual([{ pending: 1 }])
})

test('an event that fails does not block the others of its batch', async () => {
  const sink = await startSink()
  const ids = await checks('poison', 3)
  await addRule({ filter: only('poison'), custom_services: sink.to })
  await backend.database.query(`
    create function refuse_poison() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$;
    create trigger refuse before insert on relay.notification_decisions
      for each row when (new.resource_name = 'poison-2') execute function refuse_poison();`)
  await turn(ids, 'unhealthy')
  await vi.waitFor(
    () => expect(sink.got.map(({ title }) => title).toSorted()).toEqual(['poison-1 fails', 'poison-3 fails']),
    waitOptions,
  )
  await backend.database.query('drop function refuse_poison cascade')
})

test('sends an undeliverable message to the fallback, and records it as such', async () => {
  const [unreachable, fallback] = [await startSink(404), await startSink()]
  const [id = ''] = await checks('fallback', 1)
  const rule = await addRule({
    filter: only('fallback'),
    custom_services: unreachable.to,
    fallback_custom_services: fallback.to,
  })
  await turn([id], 'unhealthy')
  await vi.waitFor(() => expect(fallback.got).toHaveLength(1), waitOptions)
  await vi.waitFor(async () =>
    expect((await listSends(rule)).map(({ status, error }) => [status, error])).toEqual([
      ['error', expect.stringContaining('404')],
      ['sent', null],
    ]),
  )
  const [decision] = await decisions({ resource_id: id })
  expect(decision?.rules[0]?.sends.map(({ is_fallback: is, status }) => [is, status])).toEqual([
    [false, 'error'],
    [true, 'sent'],
  ])
})

test('a resource that depends on a reported one is inhibited', async () => {
  const sink = await startSink()
  const item = (type: string, name: string) =>
    insertRow(backend.database, 'config_items', { config_class: type, type, name, health: 'healthy' })
  const [node, pod] = [await item('Node', 'n1'), await item('Pod', 'p1')]
  await backend.database.query(
    `insert into config_relationships (config_id, related_id, relation, selector_id) values ($1, $2, 'hard', 's')`,
    [node, pod],
  )
  const rule = await addRule({
    events: ['config.unhealthy'],
    inhibitions: [{ direction: 'outgoing', from: 'Node', to: ['Pod'] }],
    custom_services: sink.to,
  })
  await backend.database.query(`update config_items set health = 'unhealthy' where id = $1`, [node])
  await backend.database.query(`update config_items set health = 'unhealthy' where id = $1`, [pod])
  await vi.waitFor(async () =>
    expect((await listSends(rule)).map(({ status }) => status).toSorted()).toEqual(['inhibited', 'sent']),
  )
  const [decision] = await decisions({ resource_id: pod })
  expect(decision?.rules[0]).toMatchObject({
    step: 'inhibition',
    said: 'A notification for n1 was already sent, which inhibits this one.',
  })
  expect(sink.got.map(({ title }) => title)).toEqual(['n1 is unhealthy'])
})

test('stops a playbook that triggers its own rule repeatedly, and reports it on the rule', async () => {
  const playbook = await insertRow(backend.database, 'playbooks', {
    name: 'again',
    spec: { checks: [{ name: '*' }], actions: [{ name: 'say', exec: { script: 'true' } }] },
    source: 'UI',
  })
  const [id = ''] = await checks('looping', 1)
  const rule = await addRule({ name: 'loops', filter: only('looping'), playbook_id: playbook })
  for (let turns = 0; turns < 6; turns += 1) {
    await turn([id], 'unhealthy')
    await turn([id], 'healthy')
  }
  const steps = async () =>
    (await decisions({ resource_id: id })).map(({ rules }) => rules.find((each) => each.rule_id === rule)?.step)
  await vi.waitFor(
    async () => expect((await steps()).toReversed()).toEqual(['send', 'send', 'send', 'send', 'send', 'loop']),
    waitOptions,
  )
  const { body } = await backend.app.inject({ url: `/api/db/notifications?select=error&id=eq.${rule}` })
  expect(JSON.parse(body)).toEqual([
    { error: 'Stopped as a loop: the rule started its playbook on this resource 5 times within 10 minutes.' },
  ])
})

test('sends events of incidents', async () => {
  const sink = await startSink()
  await addRule({
    events: ['incident.created', 'incident.status.resolved', 'incident.comment.added', 'incident.responder.added'],
    custom_services: sink.to,
  })
  const incident = await write('incidents', 'POST', {
    title: 'Shop is down',
    description: 'Nobody can pay',
    type: 'availability',
    status: 'open',
    severity: 'High',
    created_by: ada,
  })
  await write('comments', 'POST', { incident_id: incident, comment: 'Looking at it', created_by: ada })
  await write('incidents', 'PATCH', { status: 'resolved' }, `?id=eq.${incident}`)
  await vi.waitFor(
    () =>
      expect(sink.got.map(({ title }) => title.replace(/^INC-\d+ /, '')).toSorted()).toEqual([
        'Shop is down has a new comment',
        'Shop is down is resolved',
        'Shop is down was opened',
      ]),
    waitOptions,
  )
  expect(sink.got.find(({ title }) => title.endsWith('comment'))?.message).toContain('Looking at it')
})

test('previews a silence: covered resources, past messages and those that fire when it ends', async () => {
  const sink = await startSink()
  const [failing = '', recovered = '', other = ''] = await checks('mute', 3, { app: 'mute' })
  const rule = await addRule({ filter: only('mute'), custom_services: sink.to })
  await turn([recovered], 'unhealthy')
  await vi.waitFor(() => expect(sink.got).toHaveLength(1), waitOptions)
  await turn([recovered], 'healthy')
  await turn([failing], 'unhealthy')
  await vi.waitFor(() => expect(sink.got).toHaveLength(2), waitOptions)
  const body = { selectors: [{ labelSelector: 'app=mute' }] }
  const seen = await vi.waitFor(async () => {
    const found = await preview({ ...body, until: 'now+1h' })
    const counts = found.would_have_muted.map(({ resource, messages }) => [resource.id, messages])
    expect(Object.fromEntries(counts)).toEqual({ [failing]: 1, [recovered]: 1 })
    return found
  })
  const resource = { kind: 'check', id: failing, name: 'mute-1', health: 'unhealthy' }
  expect(seen.muted_now).toEqual([resource])
  expect(seen.fires_at_end).toEqual([
    { resource: resource, event: 'check.failed', rules: [expect.objectContaining({ id: rule })] },
  ])
  await silence({ name: 'for now', until: 'now+2s', ...body })
  await turn([other], 'unhealthy')
  await vi.waitFor(async () => expect((await listSends(rule)).at(-1)?.status).toBe('silenced'), waitOptions)
  await backend.app.inject({
    method: 'PATCH',
    url: '/api/db/notification_silences?name=eq.for now',
    payload: { deleted_at: 'now()' },
  })
  await vi.waitFor(
    () => expect(sink.got.map(({ title }) => title)).toEqual(['mute-2 fails', 'mute-1 fails', 'mute-3 fails']),
    waitOptions,
  )
})

const own = async () => {
  const { parts } = z
    .object({ parts: z.object({ notifications: z.object({ state: z.string(), reason: z.string().optional() }) }) })
    .parse(JSON.parse((await backend.app.inject({ url: '/readyz' })).body))
  return parts.notifications
}

test('reports an undeliverable message in the console status until the rule is fixed', async () => {
  const [refusing, taking] = [await startSink(404), await startSink()]
  const [id = ''] = await checks('lost', 1)
  const rule = await addRule({ name: 'to nowhere', filter: only('lost'), custom_services: refusing.to })
  expect(await own()).toEqual({ state: 'up' })
  await turn([id], 'unhealthy')
  await vi.waitFor(async () => {
    const { state, reason } = await own()
    expect([state, reason]).toEqual([
      'down',
      expect.stringMatching(/^The last message of rule to nowhere could not be delivered\. .*404/),
    ])
  }, waitOptions)
  expect(await listSends(rule)).toMatchObject([{ status: 'error', error: expect.stringContaining('404') }])
  await write('notifications', 'PATCH', { custom_services: taking.to }, `?id=eq.${rule}`)
  expect(await own()).toEqual({ state: 'up' })
  await turn([id], 'healthy')
  await turn([id], 'unhealthy')
  await vi.waitFor(() => expect(taking.got).toHaveLength(1), waitOptions)
  expect(await own()).toEqual({ state: 'up' })
})

test('a message links to its event, visible only with permission, and opening it changes nothing', async () => {
  const sink = await startSink()
  const [id = ''] = await checks('linked', 1)
  await addRule({ filter: only('linked'), custom_services: sink.to })
  await turn([id], 'unhealthy')
  await vi.waitFor(() => expect(sink.got).toHaveLength(1), waitOptions)
  const token = /message\?link=(\S+)/.exec(sink.got[0]?.message ?? '')?.[1] ?? ''
  const open = async (text: string) => {
    const { body } = await backend.app.inject({ url: messageLinkRoute.path, query: { token: text } })
    return messageLinkRoute.response.parse(JSON.parse(body))
  }
  expect(await open(token)).toMatchObject({
    state: 'valid',
    about: { kind: 'check', id, event: 'check.failed' },
    thing: { name: 'linked-1', type: 'http', health: 'unhealthy' },
  })
  expect(await open(`${token}x`)).toEqual({ state: 'unknown' })
  const { rows } = await backend.database.query('select 1 from notification_silences where check_id = $1', [id])
  expect(rows).toEqual([])
  roles.splice(0, roles.length, 'guest')
  grants.push(denied('canaries'))
  expect(await open(token)).toMatchObject({ state: 'valid', thing: null })
})

test('the message of an approval links to its run', async () => {
  const sink = await startSink()
  await addRule({ events: ['playbook.approval.inserted'], custom_services: sink.to })
  const playbook = await insertRow(backend.database, 'playbooks', { name: 'roll', source: 'UI', spec: '{}' })
  const run = await insertRow(backend.database, 'playbook_runs', {
    playbook_id: playbook,
    status: 'running',
    spec: '{}',
  })
  await insertRow(backend.database, 'playbook_approvals', { run_id: run, person_id: ada })
  await vi.waitFor(() => expect(sink.got).toHaveLength(1), waitOptions)
  expect(sink.got[0]?.link).toMatch(new RegExp(`/playbooks/runs/${run}$`))
})

const denied = (object: string) =>
  grantSchema.parse({ id: object, subject: ada, subject_type: 'person', action: 'read', object, deny: true })
const getSilences = (path: string) => backend.app.inject({ url: `/api/notification/silences/of/${path}` })

test('lists the silences that cover a resource, if the viewer may read them', async () => {
  const [id = '', other = ''] = await checks('marked', 2, { app: 'marked' })
  await silence({ name: 'by filter', until: 'now+1h', filter: 'check.name == "marked-1"' })
  await silence({ name: 'by label', from: 'now+1h', until: 'now+2h', selectors: [{ labelSelector: 'app=marked' }] })
  await silence({ name: 'of another', until_recovers: true, check_id: other })
  const listSilences = async (check: string) =>
    resourceSilencesRoute.response.parse(JSON.parse((await getSilences(`check/${check}`)).body))
  expect((await listSilences(id)).map(({ name, holds, until_recovers: ends }) => [name, holds, ends])).toEqual([
    ['by filter', true, false],
    ['by label', false, false],
  ])
  expect(await listSilences(other)).toMatchObject([
    { name: 'of another', holds: true, until_recovers: true, by: 'Admin' },
    { name: 'by label', holds: false },
  ])
  expect(await listSilences(canaryId)).toEqual([])
  expect((await getSilences(`canary/${canaryId}`)).statusCode).toBe(404)
  roles.splice(0, roles.length, 'guest')
  grants.push(denied('notification'))
  const { statusCode, body } = await getSilences(`check/${id}`)
  expect([statusCode, body]).toEqual([200, '[]'])
})

test('returns for many resources the longest current silence, and nothing the viewer cannot read', async () => {
  const [first = '', second = '', third = ''] = await checks('many', 3, { app: 'many' })
  await silence({ name: 'an hour', until: 'now+1h', selectors: [{ labelSelector: 'app=many' }] })
  await silence({ name: 'for good', check_id: first })
  await silence({ name: 'later', from: 'now+1h', until: 'now+2h', check_id: third })
  await silence({ name: 'of the third', until_recovers: true, check_id: third })
  const now = async (kind: string, ids: readonly string[]) => {
    const response = await backend.app.inject({ method: 'POST', url: silencedNowRoute.path, payload: { kind, ids } })
    return silencedNowRoute.response.parse(JSON.parse(response.body))
  }
  const listNames = async (kind: string, ids: readonly string[]) =>
    Object.fromEntries(Object.entries(await now(kind, ids)).map(([id, { name }]) => [id, name]))
  expect(await listNames('check', [first, second, third, 'none'])).toEqual({
    [first]: 'for good',
    [second]: 'an hour',
    [third]: 'of the third',
  })
  expect(await listNames('config', [first])).toEqual({})
  const many = Array.from({ length: 201 }, () => first)
  const rejected = await backend.app.inject({
    method: 'POST',
    url: silencedNowRoute.path,
    payload: { kind: 'check', ids: many },
  })
  expect(rejected.statusCode).toBe(400)
  roles.splice(0, roles.length, 'guest')
  grants.push(denied('canaries'))
  expect(await now('check', [first])).toEqual({})
  grants.splice(0, grants.length, denied('notification'))
  expect(await now('check', [first])).toEqual({})
})

const hour = (offset: number) => `${String((new Date().getUTCHours() + offset + 24) % 24).padStart(2, '0')}:00`

test('a silence ends with recovery, and one with windows applies only in them', async () => {
  const sink = await startSink()
  const [id = '', windowed = ''] = await checks('until', 2)
  await addRule({ events: ['check.failed', 'check.passed'], filter: only('until'), custom_services: sink.to })
  await silence({ name: 'until well', until_recovers: true, check_id: id })
  const window = { days: [0, 1, 2, 3, 4, 5, 6], from: hour(2), to: hour(3), zone: 'UTC' }
  await silence({ name: 'at night', window, check_id: windowed })
  await turn([id, windowed], 'unhealthy')
  await vi.waitFor(() => expect(sink.got.map(({ title }) => title)).toEqual(['until-2 fails']), waitOptions)
  await turn([id], 'healthy')
  await vi.waitFor(
    () => expect(sink.got.map(({ title }) => title)).toEqual(['until-2 fails', 'until-1 passes again']),
    waitOptions,
  )
  const rejected = await backend.app.inject({
    method: 'POST',
    url: '/api/notification/silence',
    payload: { name: 'x', filter: 'true', until_recovers: true },
  })
  expect([rejected.statusCode, rejected.body]).toEqual([400, expect.stringContaining('until_recovers')])
})

test('without read access to rules, people see only their own visible decisions', async () => {
  const [id = ''] = await checks('own', 1)
  await addRule({ name: 'for ada', filter: only('own'), person_id: ada })
  await addRule({
    name: 'for others',
    filter: only('own'),
    custom_services: [{ name: 'x', url: 'http://127.0.0.1:9/' }],
  })
  await turn([id], 'unhealthy')
  await vi.waitFor(async () => expect(await decisions({ resource_id: id })).toHaveLength(1), waitOptions)
  roles.splice(0, roles.length, 'guest')
  const listRules = async () => (await decisions({ resource_id: id })).map(({ rules }) => rules.map(({ rule }) => rule))
  expect(await listRules()).toEqual([['for ada', 'for others']])
  grants.push(denied('database.monitor'))
  expect(await listRules()).toEqual([['for ada']])
  expect((await decisions({ person_id: ada })).map(({ resource }) => resource.id)).toContain(id)
  const { statusCode } = await backend.app.inject({
    url: decisionsRoute.path,
    query: { person_id: '01890a5d-0000-7000-8000-000000000002' },
  })
  expect(statusCode).toBe(403)
  expect(
    (await backend.app.inject({ method: 'POST', url: silencePreviewRoute.path, payload: { filter: 'true' } }))
      .statusCode,
  ).toBe(403)
})
