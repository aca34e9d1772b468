import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { OutwardResponder } from '#shared/incidents/timeline-parts.ts'
import { timelineRoute } from '#shared/incidents/timeline-routes.ts'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'
import { admin, insertRow } from '#tests/fixtures/rows.ts'

const waitOptions = { timeout: 30_000, interval: 50 }
const password = 'hunter2-of-jira'

let database: Database
let people: PeopleConsole
let service: TestServer
let incident: string
const requests: { url: string; authorization: string; body: unknown }[] = []
let nextResponse: { code: number; json: object } = { code: 201, json: {} }

beforeAll(async () => {
  service = await startHttp((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      requests.push({
        url: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        body: JSON.parse(body || '{}') as unknown,
      })
      response
        .writeHead(nextResponse.code, { 'content-type': 'application/json' })
        .end(JSON.stringify(nextResponse.json))
    })
  })
  database = await openServer()
  people = await startPeopleConsole(database, { admin: ['admin'], mia: ['admin'], vic: ['viewer'], rex: ['responder'] })
  const connect = async (row: object) => {
    const made = await people.ask('admin', '/api/db/connections', 'POST', { namespace: 'default', ...row })
    expect(made.status).toBe(201)
  }
  const url = `http://127.0.0.1:${service.port}`
  await connect({ name: 'jira', type: 'http', url, username: 'bot', password })
  await connect({
    name: 'slack',
    type: 'slack',
    url: 'slack://xoxb:$(password)@general',
    password,
    properties: { apibase: url },
  })
})
afterAll(async () => {
  await people.stop()
  await database.close()
  await service.close()
})
beforeEach(async () => {
  await database.query('delete from incidents')
  requests.length = 0
  nextResponse = { code: 201, json: { key: 'PAY-2291', ok: true } }
  incident = await insertRow(database, 'incidents', {
    title: 'Payments fail',
    description: 'Cards in the EU',
    type: 'availability',
    severity: 'high',
    status: 'open',
    created_by: admin,
  })
})

const ask = (body: object, person = 'mia') =>
  people.ask(person, `/api/incident-outward/${incident}`, 'POST', { connection: '', asked: '', ...body })
const listResponders = async (): Promise<readonly OutwardResponder[]> => {
  const read = await people.ask('mia', `/api/incident-timeline/${incident}`)
  return timelineRoute.response.parse(await read.json()).outward
}
const becomes = (state: OutwardResponder['state']) =>
  vi.waitFor(async () => {
    const [one] = await listResponders()
    expect(one?.state).toBe(state)
    return one
  }, waitOptions)

test('opens one issue in Jira through a connection, and names the responder after it', async () => {
  expect((await ask({ kind: 'jira', to: 'PAY', connection: 'jira', asked: 'Look at the gateway' })).status).toBe(201)
  expect(await becomes('asked')).toMatchObject({ kind: 'jira', name: 'PAY-2291', attempts: 1, reason: null })
  expect(requests).toEqual([
    {
      url: '/rest/api/2/issue',
      authorization: `Basic ${Buffer.from(`bot:${password}`).toString('base64')}`,
      body: {
        fields: {
          project: { key: 'PAY' },
          issuetype: { name: 'Task' },
          summary: expect.stringMatching(/^INC-\d+ Payments fail$/),
          description: expect.stringMatching(/^Look at the gateway\n\nCards in the EU\n\nhttp.*\/incidents\//),
        },
      },
    },
  ])
  const [one] = await listResponders()
  const again = await people.ask('mia', `/api/incident-outward/${incident}/${one?.id ?? ''}/retry`, 'POST')
  expect(again.status).toBe(409)
})

test('a rejected request shows the reason without the secret, and is retried on demand', async () => {
  nextResponse = { code: 403, json: { message: `${password} may not write to PAY` } }
  await ask({ kind: 'jira', to: 'PAY', connection: 'jira' })
  const rejected = await becomes('refused')
  expect(rejected?.reason).toMatch(/responded with 403: .* may not write to PAY/)
  expect(JSON.stringify(rejected)).not.toContain(password)
  nextResponse = { code: 201, json: { key: 'PAY-1' } }
  const again = await people.ask('mia', `/api/incident-outward/${incident}/${rejected?.id ?? ''}/retry`, 'POST')
  expect(again.status).toBe(200)
  expect(await becomes('asked')).toMatchObject({ name: 'PAY-1', reason: null })
})

test('retries a temporary failure', async () => {
  nextResponse = { code: 503, json: {} }
  await ask({ kind: 'jira', to: 'PAY', connection: 'jira' })
  const waiting = await vi.waitFor(async () => {
    const [one] = await listResponders()
    expect(one?.reason).toMatch(/responded with 503/)
    return one
  }, waitOptions)
  expect([waiting?.state, waiting?.attempts, Date.parse(waiting?.next_at ?? '') > Date.now() - 60_000]).toEqual([
    'waiting',
    1,
    true,
  ])
  nextResponse = { code: 201, json: { key: 'PAY-2' } }
  await database.query('update relay.outward_asks set next_at = now()')
  await ask({ kind: 'slack', to: '#ops', connection: 'slack' })
  expect(await becomes('asked')).toMatchObject({ name: 'PAY-2', attempts: 2 })
})

test('sends to the named Slack channel through its connection', async () => {
  await ask({ kind: 'slack', to: '#payments', connection: 'slack' })
  expect(await becomes('asked')).toMatchObject({ kind: 'slack', name: '#payments' })
  expect(requests[0]).toMatchObject({ url: '/api/chat.postMessage', body: { channel: '#payments' } })
})

test('reports a missing mail server, an unknown connection and an unsupported kind', async () => {
  await ask({ kind: 'email', to: 'ann@example.test' })
  expect(await becomes('refused')).toMatchObject({
    reason: 'Mail needs a mail server. Set SMTP_URL or the responder’s connection.',
  })
  await database.query('delete from responders')
  await ask({ kind: 'jira', to: 'PAY', connection: 'nowhere' })
  expect(await becomes('refused')).toMatchObject({ reason: expect.stringContaining('Connection nowhere not found') })
  await database.query('delete from responders')
  await ask({ kind: 'slack', to: '#payments', connection: 'nowhere' })
  expect(await becomes('refused')).toMatchObject({ reason: 'Connection nowhere not found.', attempts: 1 })
  const responder = await insertRow(database, 'responders', {
    incident_id: incident,
    type: 'system',
    properties: JSON.stringify({ responderType: 'servicenow' }),
    created_by: admin,
  })
  await database.query('delete from responders where id <> $1', [responder])
  await database.query(
    'insert into relay.outward_asks (responder_id, properties) select id, properties from responders where id = $1',
    [responder],
  )
  await people.ask('mia', '/api/db/responders?id=eq.' + responder, 'PATCH', {
    properties: { responderType: 'servicenow' },
  })
  expect(await becomes('refused')).toMatchObject({
    reason:
      'servicenow cannot be notified from this console (supported: email, Slack, Jira). Contact the responder there and add a comment.',
  })
})

test('rejects invalid input with a message, and people without permission', async () => {
  const getRejection = async (body: object) => {
    const sent = await ask(body)
    return [sent.status, ((await sent.json()) as { error: string }).error]
  }
  expect(await getRejection({ kind: 'email', to: 'nobody' })).toEqual([400, 'Invalid email address.'])
  expect(await getRejection({ kind: 'email', to: 'a@b.c,d@e.f' })).toEqual([400, 'Invalid email address.'])
  expect(await getRejection({ kind: 'jira', to: 'PAY' })).toEqual([400, 'Select a connection.'])
  expect(await getRejection({ kind: 'slack', to: '', connection: 'slack' })).toEqual([400, 'Enter a recipient.'])
  expect((await ask({ kind: 'email', to: 'a@b.c' }, 'vic')).status).toBe(403)
  expect((await ask({ kind: 'jira', to: 'PAY', connection: 'jira' }, 'vic')).status).toBe(403)
  expect((await ask({ kind: 'email', to: 'a@b.c' }, 'nobody')).status).toBe(401)
  expect((await people.ask('vic', `/api/incident-timeline/${incident}`)).status).toBe(200)
})

test('ignores a responder written by other means: only authorized requests use a connection', async () => {
  const properties = { responderType: 'jira', project: 'PAY', connection: 'jira' }
  const row = { incident_id: incident, type: 'system', properties, created_by: people.getId('rex') }
  expect((await people.ask('rex', '/api/db/responders', 'POST', row)).status).toBe(201)
  expect(await becomes('refused')).toMatchObject({
    name: 'PAY',
    reason: 'It was not asked from here: add it on this page.',
  })
  await ask({ kind: 'slack', to: '#ops', connection: 'slack' })
  await vi.waitFor(async () => expect((await listResponders())[1]?.state).toBe('asked'), waitOptions)
  expect(requests.map(({ url }) => url)).toEqual(['/api/chat.postMessage'])
})

test('later changes of a responder contact no other recipient or connection', async () => {
  nextResponse = { code: 403, json: {} }
  await ask({ kind: 'slack', to: '#payments', connection: 'slack' })
  const rejected = await becomes('refused')
  nextResponse = { code: 201, json: { key: 'PAY-9', ok: true } }
  const properties = { responderType: 'jira', project: 'PAY', connection: 'jira' }
  const one = `/api/db/responders?id=eq.${rejected?.id ?? ''}`
  expect((await people.ask('rex', one, 'PATCH', { properties })).status).toBe(200)
  const again = `/api/incident-outward/${incident}/${rejected?.id ?? ''}/retry`
  expect((await people.ask('rex', again, 'POST')).status).toBe(200)
  expect(await becomes('asked')).toMatchObject({ kind: 'slack', name: '#payments' })
  expect(requests.map(({ url }) => url)).toEqual(['/api/chat.postMessage', '/api/chat.postMessage'])
})
