import fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#shared/access/viewer.ts'
import { isConfigRelation } from '#relay/backend/catalog/reads/config-relations.ts'
import { dataApi } from '#relay/backend/data-api/data-api.ts'
import { openPeople } from '#relay/backend/data-api/people.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { insider } from '#tests/fixtures/insider/insiders.ts'

const makeId = (end: string) => `00000000-0000-4000-8000-0000000000${end}`

let database: Database
let requester: Viewer = insider('admin')
let stop: () => Promise<void>
const app = fastify()

beforeAll(async () => {
  database = await openServer()
  await database.query(
    `insert into config_items (id, name, type, config_class, health, tags, labels, config, cost_per_minute, parent_id) values
      ('${makeId('01')}', 'shop', 'Kubernetes::Namespace', 'Kubernetes', 'healthy', '{"env":"prod"}', '{"team":"web"}', '{}', 0.5, null),
      ('${makeId('02')}', 'shop-1', 'Kubernetes::Pod', 'Kubernetes', 'unhealthy', '{"env":"prod"}', null, '{}', 0.25, '${makeId('01')}'),
      ('${makeId('03')}', 'shop-2', 'Kubernetes::Pod', 'Kubernetes', 'healthy', null, null, '{}', null, '${makeId('02')}')`,
  )
  await database.query(
    `insert into config_analysis (config_id, analyzer, analysis_type, severity, status) values
      ('${makeId('02')}', 'limits', 'cost', 'low', 'open'), ('${makeId('02')}', 'limits', 'cost', 'high', 'open'),
      ('${makeId('02')}', 'limits', 'security', 'low', 'resolved')`,
  )
  await database.query(
    `insert into components (id, name, external_id, status) values ('${makeId('91')}', 'web', 'web', '')`,
  )
  const people = await openPeople({ database, log: pino({ level: 'silent' }) })
  stop = people.stop
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    request.viewer = requester
  })
  const options = { database, people, onChange: () => undefined }
  await app.register(dataApi(options), { prefix: '/api/db' })
  await app.register(dataApi({ ...options, serves: isConfigRelation }), { prefix: '/api/config' })
})
afterAll(async () => {
  await app.close()
  await stop()
  await database.close()
})

const ask = async (url: string, viewer: Viewer = insider('admin')) => {
  requester = viewer
  const { statusCode, body } = await app.inject({ method: 'GET', url })
  return { status: statusCode, body: statusCode === 200 ? (JSON.parse(body) as unknown) : body }
}

const reads = [
  '/configs?select=id,name,type&order=name&limit=2',
  `/config_detail?id=eq.${makeId('01')}&select=name,agent_name,scraper`,
  `/config_names?id=eq.${makeId('01')}`,
  '/config_tags?order=key,value',
  '/config_labels?order=key,value',
  `/rpc/related_configs_recursive?config_id=${makeId('01')}&type_filter=all`,
]
test.each(reads)('%s returns the same below /api/config as below /api/db [API-27]', async (path) => {
  const response = await ask(`/api/config${path}`)
  expect(response.status).toBe(200)
  expect(response).toEqual(await ask(`/api/db${path}`))
})

test('links an item to a component and unlinks it below /api/config [API-29]', async () => {
  const tie = { component_id: makeId('91'), config_id: makeId('01'), selector_id: 'manual' }
  requester = insider('admin')
  const url = '/api/config/config_component_relationships'
  expect((await app.inject({ method: 'POST', url, payload: tie })).statusCode).toBe(201)
  const where = `component_id=eq.${makeId('91')}&config_id=eq.${makeId('01')}&selector_id=eq.manual`
  expect((await app.inject({ method: 'DELETE', url: `${url}?${where}` })).statusCode).toBe(204)
  expect(await ask(`/api/db/config_component_relationships?${where}`)).toEqual({ status: 200, body: [] })
})

test('returns 404 for other relations, and denies what the viewer must not read', async () => {
  for (const path of ['people', 'connections', 'rpc/get_playbook_run_actions', 'config_itemz'])
    expect(await ask(`/api/config/${path}`)).toEqual({ status: 404, body: '' })
  for (const path of ['configs', 'config_summary', 'rpc/related_configs'])
    expect((await ask(`/api/config/${path}`, { ...insider('viewer'), roles: [] })).status).toBe(403)
})

test('sums up each type and class: items, insights, and costs per minute, hour and day', async () => {
  expect(
    await ask('/api/db/config_summary?select=type,analysis,severity,changes,total_configs,cost_total_1h&order=type'),
  ).toEqual({
    status: 200,
    body: [
      {
        type: 'Kubernetes::Namespace',
        analysis: null,
        severity: null,
        changes: 0,
        total_configs: 1,
        cost_total_1h: 30,
      },
      {
        type: 'Kubernetes::Pod',
        analysis: { cost: 2 },
        severity: { high: 1, low: 1 },
        changes: 0,
        total_configs: 2,
        cost_total_1h: 15,
      },
    ],
  })
  expect(await ask('/api/db/config_class_summary?select=config_class,total_configs,cost_per_minute')).toEqual({
    status: 200,
    body: [{ config_class: 'Kubernetes', total_configs: 3, cost_per_minute: 0.75 }],
  })
  expect(await ask('/api/db/analysis_by_config')).toEqual({
    status: 200,
    body: [{ id: makeId('02'), analysis: { cost: { high: 1, low: 1 } } }],
  })
})

test('lists the ancestors of an item, nearest first, and ends at a cycle', async () => {
  const parents = async (end: string) =>
    (await ask(`/api/db/rpc/get_parents_by_location?config_id=${makeId(end)}`)).body
  expect(await parents('03')).toEqual([
    { id: makeId('02'), name: 'shop-1', type: 'Kubernetes::Pod' },
    { id: makeId('01'), name: 'shop', type: 'Kubernetes::Namespace' },
  ])
  await database.query(`update config_items set parent_id = $1 where id = $2`, [makeId('03'), makeId('01')])
  expect(await parents('03')).toHaveLength(2)
})
