import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import { canaryDocument, startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'

const waitOptions = { timeout: 20_000, interval: 50 }
const ada = '01890a5d-0000-7000-8000-000000000001'

let target: TestServer
let backend: TestBackend
let isDown = true

beforeAll(async () => {
  target = await startHttp((_request, response) => {
    response.writeHead(isDown ? 500 : 200).end('x')
  })
  const url = `http://127.0.0.1:${target.port}/`
  backend = await startTestBackend({
    resources: { 'shop.yaml': canaryDocument('shop', `  http:\n    - { name: front, url: '${url}' }`) },
  })
})
afterAll(async () => {
  await backend.close()
  await target.close()
})
beforeEach(async () => {
  await backend.database.query('delete from incidents')
  await turn(true)
})

const text = z.object({ id: z.string() })
const one = async (sql: string, parameters: readonly unknown[] = []) =>
  z.tuple([text]).parse((await backend.database.query(sql, parameters)).rows)[0].id
const checkId = () => one(`select id from checks where name = 'front'`)
const turn = async (down: boolean) => {
  isDown = down
  await vi.waitFor(async () => {
    const { rows } = await backend.database.query<{ status: string | null }>('select status from checks')
    expect(rows).toEqual([{ status: down ? 'unhealthy' : 'healthy' }])
  }, waitOptions)
}

/** An incident with a hypothesis, written as a user would. */
const open = async () => {
  const incident = await one(
    `insert into incidents (title, description, type, status, severity, created_by)
     values ('Shop is down', '', 'availability', 'open', 'high', $1) returning id`,
    [ada],
  )
  const hypothesis = await one(
    `insert into hypotheses (incident_id, type, title, status, created_by) values ($1, 'root', 'Disk', 'possible', $2) returning id`,
    [incident, ada],
  )
  return { incident, hypothesis }
}
const send = (method: 'POST' | 'PATCH', path: string, payload: Record<string, unknown>) =>
  backend.app.inject({ method, url: `/api/db/${path}`, payload })
const addCondition = async (hypothesis: string, more: Record<string, unknown>) => {
  const body = { hypothesis_id: hypothesis, created_by: ada, type: 'check', definition_of_done: true, ...more }
  const response = await send('POST', 'evidences', body)
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()])
}
const conditions = async () =>
  (await backend.database.query('select description, done, script_result from evidences order by description')).rows
const readStatus = async (incident: string) =>
  (await backend.database.query<{ status: string }>('select status from incidents where id = $1', [incident])).rows[0]
    ?.status
const comments = async () =>
  (
    await backend.database.query(
      'select comment, people.name as by from comments join people on people.id = created_by',
    )
  ).rows

test('resolves an incident when its last condition is met, and reopens it with a message when one fails again', async () => {
  const { incident, hypothesis } = await open()
  await addCondition(hypothesis, {
    description: 'front answers',
    check_id: await checkId(),
    script: `check.status == 'healthy' && check.age >= duration('0s')`,
  })
  await addCondition(hypothesis, { description: 'told the customers', type: 'comment' })
  const automatic = { description: 'front answers', done: false, script_result: 'false' }
  const manual = { description: 'told the customers', done: null, script_result: null }
  await vi.waitFor(async () => expect(await conditions()).toEqual([automatic, manual]), waitOptions)

  await turn(false)
  const holds = { ...automatic, done: true, script_result: 'true' }
  await vi.waitFor(async () => expect(await conditions()).toEqual([holds, manual]), waitOptions)
  expect(await readStatus(incident)).toBe('open')
  await send('PATCH', 'evidences?description=eq.told the customers', { done: true })
  await vi.waitFor(async () => expect(await readStatus(incident)).toBe('resolved'), waitOptions)

  await backend.database.query(`update incidents set status = 'investigating'`)
  await turn(true)
  await vi.waitFor(async () => expect(await conditions()).toMatchObject([{ done: false }, { done: true }]), waitOptions)
  expect([await readStatus(incident), await comments()]).toEqual(['investigating', []])
  await turn(false)
  await vi.waitFor(async () => expect(await readStatus(incident)).toBe('resolved'), waitOptions)
  await turn(true)
  await vi.waitFor(async () => expect(await readStatus(incident)).toBe('open'), waitOptions)
  expect(await comments()).toEqual([{ comment: 'Reopened: “front answers” no longer holds.', by: 'Quarterdeck' }])

  const { rows } = await backend.database.query(
    `select description, people.name as by from incident_histories join people on people.id = created_by
      where incident_histories.type = 'evidence.done_updated' order by incident_histories.created_at`,
  )
  expect(rows).toEqual([
    { description: 'not done', by: 'Quarterdeck' },
    { description: 'done', by: 'Quarterdeck' },
    { description: 'done', by: 'Admin' },
    { description: 'not done', by: 'Quarterdeck' },
    { description: 'done', by: 'Quarterdeck' },
    { description: 'not done', by: 'Quarterdeck' },
  ])
})

test('a condition that never ends, fails or lost its target is not met, and does not block others', async () => {
  const { incident, hypothesis } = await open()
  const all = '[1,2,3,4,5,6,7,8,9,10]'
  const endless = Array.from({ length: 12 }).reduce<string>((inner) => `${all}.all(a, ${inner})`, 'true')
  await addCondition(hypothesis, { description: 'endless', script: endless })
  await addCondition(hypothesis, { description: 'number', script: '1 + 1' })
  await addCondition(hypothesis, { description: 'sound', script: `incident.severity == 'high'` })
  await addCondition(hypothesis, { description: 'without a check', script: `check.status == 'healthy'` })
  await addCondition(hypothesis, { description: 'without an item', script: `config.status != 'Failed'` })
  await vi.waitFor(
    async () =>
      expect(await conditions()).toEqual([
        { description: 'endless', done: null, script_result: 'CEL expression: Timed out.' },
        { description: 'number', done: null, script_result: 'The script must return true or false.' },
        { description: 'sound', done: true, script_result: 'true' },
        { description: 'without a check', done: null, script_result: expect.stringContaining('check') },
        { description: 'without an item', done: null, script_result: expect.stringContaining('config') },
      ]),
    waitOptions,
  )
  expect(await readStatus(incident)).toBe('open')
})

test('rejects a condition with an invalid script, with the reason', async () => {
  const { hypothesis } = await open()
  const response = await send('POST', 'evidences', {
    hypothesis_id: hypothesis,
    created_by: ada,
    type: 'comment',
    description: 'x',
    definition_of_done: true,
    script: 'check.status ==',
  })
  expect([response.statusCode, response.body]).toEqual([400, expect.stringContaining('script: ')])
})

test('scripts read the document of an item and the rest of its row, and names that they read before', async () => {
  const { hypothesis } = await open()
  const config = { threshold: 85, status: { phase: 'Running' }, spec: { replicas: 3 }, name: 'of the document' }
  const item = await one(
    `insert into config_items (name, type, config_class, external_id, status, description, config)
     values ('web', 'Deployment', 'Deployment', '{web}', 'Ready', 'front of the shop', $1) returning id`,
    [JSON.stringify(config)],
  )
  const scripts = [
    'config.threshold >= 80',
    'config.spec.replicas == 3 && config.description == "front of the shop"',
    'config.status == "Ready" && config.name == "web" && config.config.status.phase == "Running"',
    'incident.description == "" && incident.status == "open"',
  ]
  for (const script of scripts)
    await addCondition(hypothesis, { description: script, type: 'config', config_id: item, script })
  await addCondition(hypothesis, {
    description: 'z',
    check_id: await checkId(),
    script: `check.canary_id != '' && check.name == 'front' && check.health == 'unhealthy' && check.error != ''`,
  })
  await vi.waitFor(
    async () =>
      expect(await conditions()).toEqual(
        [...scripts, 'z']
          .toSorted((a, b) => (a < b ? -1 : 1))
          .map((description) => ({ description, done: true, script_result: 'true' })),
      ),
    waitOptions,
  )
})
