import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'
import { admin, insertRow, local } from '#tests/fixtures/rows.ts'

let database: Database
let people: PeopleConsole
const hour = 3_600_000
const now = Date.now()
const ago = (hours: number) => new Date(now - hours * hour).toISOString()

beforeAll(async () => {
  database = await openServer()
  people = await startPeopleConsole(database, { ed: ['editor'], rex: ['responder'], vic: ['viewer'] })
  const canary = await insertRow(database, 'canaries', {
    name: 'shop',
    namespace: 'shop',
    spec: '{}',
    agent_id: local,
    created_by: admin,
  })
  const check = (name: string) =>
    insertRow(database, 'checks', {
      name,
      namespace: 'shop',
      type: 'http',
      canary_id: canary,
      agent_id: local,
      status: 'healthy',
    })
  const result = (id: string, hours: number, status: boolean) =>
    database.query('insert into check_statuses (check_id, time, status) values ($1, $2, $3)', [id, ago(hours), status])
  const [front, back, other] = [await check('front'), await check('back'), await check('other')]
  for (const id of [front, back, other]) await result(id, 80, true)
  // Front and back fail together for two hours in the past; front again for a minute; other fails eight days ago,
  // outside the preview.
  for (const id of [front, back]) {
    await result(id, 60, false)
    await result(id, 59, false)
    await result(id, 58, true)
  }
  await result(front, 20, false)
  await result(front, 20 - 1 / 60, true)
  await result(other, 200, false)
})
afterAll(async () => {
  await people.stop()
  await database.close()
})

const preview = (spec: object, user = 'rex') =>
  people.ask(user, '/api/incident-rules/preview', 'POST', { name: 'shop', spec })
const loadPreview = async (spec: object) => {
  const response = await preview(spec)
  expect(response.status).toBe(200)
  return (await response.json()) as {
    troubles: number
    total: number
    incidents: { title: string; opened_at: string; resolved_at: string | null; members: { name: string }[] }[]
    notes: string[]
  }
}

test('lists incidents that the rule would have opened in the last week, with members, and opens none', async () => {
  const { incidents, total, troubles } = await loadPreview({
    checks: [{ namespace: 'shop' }],
    autoResolve: { timeout: '10m' },
  })
  expect({ total, troubles }).toEqual({ total: 2, troubles: 3 })
  expect(
    incidents.map(({ title, members, resolved_at: resolved }) => [
      title,
      members.map(({ name }) => name).toSorted(),
      resolved !== null,
    ]),
  ).toEqual([
    ['front fails', ['front'], true],
    ['2 checks fail in shop', ['back', 'front'], true],
  ])
  expect(incidents.map(({ opened_at: opened }) => Date.parse(opened))).toEqual([now - 20 * hour, now - 60 * hour])
  expect((await database.query('select id from incidents')).rows).toEqual([])
})

test('applies filters, ages and expressions like the rule', async () => {
  const lasting = await loadPreview({
    checks: [{ namespace: 'shop' }],
    filter: { age: '30m' },
    autoResolve: { timeout: '1m' },
  })
  expect(lasting.incidents.map(({ title, opened_at: opened }) => [title, Date.parse(opened)])).toEqual([
    ['2 checks fail in shop', now - 59.5 * hour],
  ])
  expect((await loadPreview({ filter: { expr: 'check.name == "back"' } })).incidents).toMatchObject([
    { title: 'back fails' },
  ])
  expect((await loadPreview({ filter: { severity: ['critical'] } })).total).toBe(0)
})

test('omits what a rule of higher priority takes', async () => {
  const spec = JSON.stringify({ priority: 5, breakOnMatch: true, filter: { expr: 'check.name == "front"' } })
  const id = await insertRow(database, 'incident_rules', { name: 'first', spec, created_by: admin })
  expect((await loadPreview({ checks: [{ namespace: 'shop' }] })).incidents).toMatchObject([{ title: 'back fails' }])
  await database.query('delete from incident_rules where id = $1', [id])
})

test('reports that a rule matches everything, and errors that prevent its evaluation', async () => {
  const all = await loadPreview({})
  expect(all.total).toBe(1)
  expect(all.notes).toContain('The rule has no selectors and matches every check, component and config item.')
  const readRejection = async (spec: object) => {
    const response = await preview(spec)
    return [response.status, ((await response.json()) as { error: string }).error]
  }
  const all10 = '[1,2,3,4,5,6,7,8,9,10]'
  const endless = Array.from({ length: 12 }).reduce<string>((inner) => `${all10}.all(a, ${inner})`, 'true')
  expect(await readRejection({ filter: { expr: endless } })).toEqual([
    400,
    expect.stringMatching(/^filter\.expr: .*Timed out\./),
  ])
  expect(await readRejection({ filter: { expr: 'check.name ==' } })).toEqual([
    400,
    expect.stringMatching(/^filter\.expr: /),
  ])
  expect(await readRejection({ filtr: {} })).toEqual([400, expect.stringContaining('filtr')])
  expect((await preview({ name: 'x'.repeat(200_000) })).status).toBe(413)
})

test.each([
  ['rex', 200],
  ['ed', 200],
  ['vic', 403],
  ['nobody', 401],
])('%s gets %i', async (user, status) => {
  expect((await preview({}, user)).status).toBe(status)
})
