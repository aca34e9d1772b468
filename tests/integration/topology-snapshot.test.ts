import fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantSchema } from '#shared/access/grant.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { handleErrors } from '#relay/errors/error-handler.ts'
import { openPeople } from '#relay/backend/data-api/people.ts'
import { snapshotRoutes } from '#relay/backend/snapshots/snapshot-routes.ts'
import { createSeenComponents } from '#relay/backend/topology/read/seen-components.ts'
import { topologyRoutes } from '#relay/backend/topology/topology-routes.ts'
import type { Database } from '#relay/database/database.ts'
import { topologyResponseSchema } from '#shared/topology/topology.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { insider } from '#tests/fixtures/insider/insiders.ts'
import { unzip } from '#tests/fixtures/unzip.ts'

const makeId = (end: string) => `00000000-0000-4000-8000-0000000000${end}`

let database: Database
let viewer: Viewer
let stop: () => Promise<void>
const app = fastify()
handleErrors(app)

beforeAll(async () => {
  database = await openServer()
  await database.query(`
    insert into components (id, external_id, name, type, status, health, parent_id) values
      ('${makeId('01')}', 'shop', 'Shop & Co', 'Application', 'healthy', 'healthy', null),
      ('${makeId('02')}', 'web', 'Web', 'Service', 'healthy', 'healthy', '${makeId('01')}');
    insert into config_items (id, name, type, config_class, config) values
      ('${makeId('11')}', 'shop', 'Test::App', 'App', '{"password":"kept out by the scraper"}'),
      ('${makeId('12')}', 'web', 'Test::Pod', 'Pod', '{}'),
      ('${makeId('13')}', 'node', 'Test::Node', 'Node', '{}');
    insert into config_relationships (config_id, related_id, relation, selector_id)
      values ('${makeId('13')}', '${makeId('12')}', 'hard', 'x');
    insert into config_component_relationships (component_id, config_id, selector_id) values
      ('${makeId('01')}', '${makeId('11')}', 'manual'), ('${makeId('02')}', '${makeId('12')}', 'configs');
    insert into config_changes (id, config_id, change_type, summary, created_at, external_change_id) values
      ('${makeId('21')}', '${makeId('12')}', 'diff', 'new', now() - interval '5 minutes', 'a'),
      ('${makeId('22')}', '${makeId('12')}', 'diff', 'old', now() - interval '2 days', 'b'),
      ('${makeId('23')}', '${makeId('13')}', 'NodeNotReady', 'gone', now() - interval '1 minute', 'c');
    insert into canaries (id, name, namespace, spec) values ('${makeId('31')}', 'web', 'default', '{}');
    insert into checks (id, canary_id, type, name, status, spec)
      values ('${makeId('32')}', '${makeId('31')}', 'http', 'home page', 'healthy', '{"url":"http://x"}');
    insert into check_component_relationships (component_id, check_id, canary_id, selector_id)
      values ('${makeId('02')}', '${makeId('32')}', '${makeId('31')}', 'checks');
    insert into check_statuses (check_id, time, status) values
      ('${makeId('32')}', now() - interval '1 minute', true), ('${makeId('32')}', now() - interval '1 day', false);
  `)
  const people = await openPeople({ database, log: pino({ level: 'silent' }) })
  stop = people.stop
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    request.viewer = viewer
  })
  const options = {
    people,
    seenComponents: createSeenComponents(database),
    loadLogs: async () => ({ files: [], notes: [] }),
  }
  await app.register(
    async (api) => {
      await api.register(snapshotRoutes, { prefix: '/snapshot', ...options })
      await api.register(topologyRoutes, { prefix: '/canary', ...options, topologies: { runNow: () => undefined } })
    },
    { prefix: '/api' },
  )
})
afterAll(async () => {
  await app.close()
  await stop()
  await database.close()
})

const taken = async (query: string, user: Viewer = insider('admin')) => {
  viewer = user
  const response = await app.inject(`/api/snapshot/topology/${makeId('01')}?${query}`)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip'])
  const files = unzip(response.rawPayload)
  const rows = (name: string) => JSON.parse(files.get(`${name}.json`) ?? 'null') as Record<string, unknown>[]
  const column = (name: string, key: string) =>
    rows(name)
      .map((row) => String(row[key]))
      .toSorted((a, b) => a.localeCompare(b))
  return { response, files, rows, column }
}

test('a snapshot is a zip of the component, its children, checks, items, changes and results of the range [TOPO-07]', async () => {
  const { response, files, rows, column } = await taken('start=15m&related=true')
  expect(response.headers['content-disposition']).toBe('attachment; filename="Shop-Co-snapshot.zip"')
  expect([...files.keys()]).toEqual([
    'README.txt',
    ...['components', 'checks', 'check-results', 'items', 'relationships', 'changes', 'insights', 'incidents'].map(
      (name) => `${name}.json`,
    ),
  ])
  expect(rows('components')).toMatchObject([{ name: 'Shop & Co', components: [{ name: 'Web' }] }])
  expect(rows('checks')).toMatchObject([{ name: 'home page', status: 'healthy' }])
  expect(rows('checks')[0]).not.toHaveProperty('spec')
  expect(column('check-results', 'status')).toEqual(['true'])
  expect(column('items', 'name')).toEqual(['node', 'shop', 'web'])
  expect(column('changes', 'summary')).toEqual(['gone', 'new'])
  expect(files.get('README.txt')).toContain('changes.json: 2')
})

test('without related data it contains only the component, and an earlier start includes more', async () => {
  const { rows, column } = await taken('start=3d&related=false')
  expect(rows('components')).toMatchObject([{ name: 'Shop & Co' }])
  expect(rows('components')[0]).not.toHaveProperty('components')
  expect(column('items', 'name')).toEqual(['shop'])
  expect((await taken('start=3d&related=true')).column('changes', 'summary')).toEqual(['gone', 'new', 'old'])
})

test('contains only what the user can read, and is denied without access to topologies', async () => {
  const deny = grantSchema.parse({
    id: 'g9',
    subject: insider('viewer').id,
    subject_type: 'person',
    action: 'read',
    canary_id: makeId('31'),
    deny: true,
  })
  const { rows, column } = await taken('related=true', { ...insider('viewer'), grants: [deny] })
  expect([rows('checks'), rows('check-results')]).toEqual([[], []])
  expect(column('items', 'name')).toEqual(['node', 'shop', 'web'])
  viewer = { ...insider('viewer'), roles: [] }
  expect((await app.inject(`/api/snapshot/topology/${makeId('01')}`)).statusCode).toBe(403)
})

test.each([
  [`${makeId('99')}?start=1h`, 404, `The component ${makeId('99')} does not exist.`],
  [`${makeId('01')}?start=soon`, 400, 'start and end must be durations like 15m'],
  [`${makeId('01')}?start=1h&end=2h`, 400, 'start before end'],
])('%s gets %d', async (path, status, message) => {
  viewer = insider('admin')
  const response = await app.inject(`/api/snapshot/topology/${path}`)
  expect([response.statusCode, response.body]).toEqual([status, expect.stringContaining(message)])
})

const to = (fields: object) =>
  grantSchema.parse({ id: 'g1', subject: insider('granted').id, subject_type: 'person', action: 'read', ...fields })

test('a user with access to some components gets only these', async () => {
  const seen = async (roles: readonly string[], fields: object) => {
    viewer = { ...insider('granted'), roles, grants: [to(fields)] }
    const { body, statusCode } = await app.inject('/api/canary/api/topology')
    const components = topologyResponseSchema.parse(JSON.parse(body)).components ?? []
    return [statusCode, components.map(({ name, parents, components: below }) => [name, parents, below?.length ?? 0])]
  }
  expect(await seen([], { component_id: makeId('02') })).toEqual([200, [['Web', [], 0]]])
  expect(await seen(['viewer'], { component_id: makeId('02'), deny: true })).toEqual([200, [['Shop & Co', [], 0]]])
  viewer = { ...insider('granted'), roles: [], grants: [to({ component_id: makeId('02') })] }
  expect((await app.inject(`/api/snapshot/topology/${makeId('01')}`)).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/api/canary/run/topology/x' })).statusCode).toBe(403)
})
