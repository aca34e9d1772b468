import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { suggestionsRoute, type Suggestions } from '#shared/incidents/suggestions-route.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'
import { admin, insertRow, local } from '#tests/fixtures/rows.ts'

let database: Database
let people: PeopleConsole
const minute = 60_000
const now = Date.now()
const ago = (minutes: number) => new Date(now - minutes * minute).toISOString()
const ids: Record<'front' | 'back' | 'far' | 'shop' | 'item', string> = {
  front: '',
  back: '',
  far: '',
  shop: '',
  item: '',
}

beforeAll(async () => {
  database = await openServer()
  people = await startPeopleConsole(database, { admin: ['admin'], rex: ['responder'] })
  const canary = await insertRow(database, 'canaries', {
    name: 'shop',
    namespace: 'shop',
    spec: '{}',
    agent_id: local,
    created_by: admin,
  })
  const check = (name: string) =>
    insertRow(database, 'checks', { name, type: 'http', canary_id: canary, agent_id: local, status: 'unhealthy' })
  ids.front = await check('front')
  ids.back = await check('back')
  ids.far = await check('far')
  ids.shop = await insertRow(database, 'components', {
    name: 'shop',
    agent_id: local,
    status: 'x',
    external_id: 'shop',
  })
  ids.item = await insertRow(database, 'config_items', {
    name: 'shop-db',
    type: 'Database',
    config_class: 'Database',
    agent_id: local,
  })
  for (const id of [ids.front, ids.back])
    await database.query(
      `insert into check_component_relationships (component_id, check_id, canary_id, selector_id) values ($1, $2, $3, 's')`,
      [ids.shop, id, canary],
    )
  await database.query(
    `insert into check_config_relationships (config_id, check_id, canary_id, selector_id) values ($1, $2, $3, 's')`,
    [ids.item, ids.front, canary],
  )
  const results = (id: string, of: readonly (readonly [number, boolean])[]) =>
    Promise.all(
      of.map(([minutes, status]) =>
        database.query('insert into check_statuses (check_id, time, status) values ($1, $2, $3)', [
          id,
          ago(minutes),
          status,
        ]),
      ),
    )
  // The incident starts 120 minutes ago. Back fails two minutes later. Far fails too, as it did twice on earlier
  // days, and recovers soon.
  await results(ids.front, [
    [180, true],
    [120, false],
  ])
  await results(ids.back, [
    [180, true],
    [118, false],
  ])
  await results(ids.far, [
    [4_000, true],
    [3_900, false],
    [3_800, true],
    [3_700, false],
    [180, true],
    [119, false],
    [117, true],
  ])
})
afterAll(async () => {
  await people.stop()
  await database.close()
})
beforeEach(async () => {
  await database.query('delete from incidents')
})

const open = (title: string, minutesAgo: number, more: Readonly<Record<string, unknown>> = {}) =>
  insertRow(database, 'incidents', {
    title,
    description: '',
    type: 'availability',
    severity: 'high',
    status: 'open',
    created_at: ago(minutesAgo),
    created_by: admin,
    ...more,
  })
const believe = (incident: string, type: string, title: string, status: string) =>
  insertRow(database, 'hypotheses', { incident_id: incident, type, title, status, created_by: admin })
const prove = async (incident: string, check: string) => {
  const hypothesis = await believe(incident, 'root', 'What fails', 'possible')
  return insertRow(database, 'evidences', {
    hypothesis_id: hypothesis,
    type: 'check',
    description: 'it fails',
    check_id: check,
    created_by: admin,
  })
}
const suggest = async (id: string): Promise<Suggestions> => {
  const response = await people.ask('rex', `/api/incident-suggestions/${id}`)
  expect(response.status).toBe(200)
  return suggestionsRoute.response.parse(await response.json())
}

test('suggests what failed around the same time, with its relation and contrary evidence', async () => {
  const id = await open('Shop fails', 120)
  await prove(id, ids.front)
  const { together, items, began_at: began } = await suggest(id)
  expect([Date.parse(began), items]).toEqual([now - 120 * minute, [ids.item]])
  expect(together).toEqual([
    {
      kind: 'check',
      id: ids.back,
      name: 'back',
      health: 'unhealthy',
      turned_at: ago(118),
      well_at: null,
      via: ['shop'],
      nearest: 'front',
      steps: 2,
      turns_before: 0,
    },
    {
      kind: 'check',
      id: ids.far,
      name: 'far',
      health: 'unhealthy',
      turned_at: ago(119),
      well_at: ago(117),
      via: null,
      nearest: null,
      steps: null,
      turns_before: 2,
    },
  ])
})

test('suggests earlier incidents of the same resources with their solutions and playbooks', async () => {
  const before = await open('Shop failed', 5_000, { status: 'resolved', resolved: ago(4_950) })
  await prove(before, ids.front)
  await believe(before, 'root', 'The database was full', 'proven')
  await believe(before, 'root', 'The network', 'disproven')
  await believe(before, 'solution', 'More disk', 'proven')
  await prove(await open('Something else', 5_000), ids.far)
  const playbook = await insertRow(database, 'playbooks', {
    name: 'grow-disk',
    title: 'Grow disk',
    spec: '{}',
    source: 'UI',
    created_by: admin,
  })
  const run = await insertRow(database, 'playbook_runs', {
    playbook_id: playbook,
    check_id: ids.front,
    status: 'completed',
    start_time: ago(4_960),
    created_by: admin,
  })
  const id = await open('Shop fails', 120)
  await prove(id, ids.front)
  const { similar, playbooks } = await suggest(id)
  expect(similar).toMatchObject([
    {
      id: before,
      title: 'Shop failed',
      score: 1,
      shared: [{ kind: 'check', id: ids.front, name: 'front' }],
      causes: [{ title: 'The database was full', status: 'proven' }],
      solutions: [{ title: 'More disk', status: 'proven' }],
    },
  ])
  expect(playbooks).toMatchObject([
    {
      id: playbook,
      name: 'Grow disk',
      runs: [
        {
          id: run,
          status: 'completed',
          incident: similar[0]?.number,
          over_after_ms: 10 * minute,
        },
      ],
    },
  ])
})

test('reports an incident without evidence as such, and rejects a missing or hidden one', async () => {
  const id = await open('Shop fails', 120)
  const { together, similar, notes } = await suggest(id)
  expect(together.map(({ name, steps }) => [name, steps])).toEqual([
    ['front', null],
    ['far', null],
    ['back', null],
  ])
  expect(similar).toEqual([])
  expect(notes).toContain('The incident has no evidence yet, so related resources are unknown.')
  const deletedId = '01890a5d-0000-7000-8000-00000000dead'
  expect((await people.ask('rex', `/api/incident-suggestions/${deletedId}`)).status).toBe(404)
  expect((await people.ask('rex', "/api/incident-suggestions/x'")).status).toBe(404)
  expect((await people.ask('nobody', `/api/incident-suggestions/${id}`)).status).toBe(401)
})

test('neither lists nor names what the user must not see', async () => {
  const id = await open('Shop fails', 120)
  await prove(id, ids.front)
  expect((await suggest(id)).together).not.toEqual([])
  const deny = {
    subject: people.getId('rex'),
    subject_type: 'person',
    action: 'read',
    object: 'canaries',
    deny: true,
    created_by: admin,
  }
  expect((await people.ask('admin', '/api/db/permissions', 'POST', deny)).status).toBe(201)
  expect((await suggest(id)).together).toEqual([])
})
