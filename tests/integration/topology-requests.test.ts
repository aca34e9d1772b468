import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse as inYaml } from 'yaml'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { brief, shopTopology, createTopologyClient, topologyDocument } from '#tests/fixtures/topologies.ts'

let backend: TestBackend
const topologies = createTopologyClient(() => backend)
beforeAll(async () => {
  backend = await startTestBackend({ resources: { 'topology.yaml': topologyDocument('shop', shopTopology) } })
  await topologies.run('shop')
})
afterAll(() => backend.close())

test.each([
  ['type=App*', ['Shop']],
  ['type=!App*', ['Edge']],
  ['status=healthy', ['Edge']],
  ['status=!healthy', ['Shop']],
  ['labels=env=prod', ['Shop']],
  ['labels=!env=prod', ['Edge']],
  ['owner=web', ['Shop']],
  ['flatten=true&type=Service,Database', ['Database', 'Web']],
  ['flatten=true&hidden=true&type=Service', ['Secret', 'Web']],
  ['sortBy=name&sortOrder=desc', ['Shop', 'Edge']],
  ['flatten=true&sortBy=field:disk', ['Web', 'Database', 'Edge', 'Shop']],
  ['type=Nothing', []],
])('%s gets %j [API-12]', async (query, names) => {
  expect((await topologies.roots(query)).map(({ name }) => name)).toEqual(names)
})

test('one component is requested by ID, to the requested depth', async () => {
  const { id } = await topologies.component('Shop')
  expect((await topologies.roots(`id=${id}&type=Service`)).map(brief)).toEqual([
    ['Shop', 'unhealthy', [['Web', 'warning']]],
  ])
  expect((await topologies.roots(`id=${id}&depth=1`)).map(brief)).toEqual([['Shop', 'unhealthy']])
  expect(await topologies.roots('id=00000000-0000-0000-0000-000000000009')).toEqual([])
})

test.each([
  ['  component: []\n', 'component: unknown field (did you mean "components"?)'],
  [
    '  components: [{ name: a, helthExpr: x }]\n',
    'components[0].helthExpr: unknown field (did you mean "healthExpr"?)',
  ],
  ['  components: [{ type: a }]\n', 'components[0]: needs a name or a lookup'],
  ['  components: [{ name: a, healthExpr: "summary. >" }]\n', 'components[0].healthExpr: CEL expression'],
  ['  components: [{ name: a, lookup: { htp: [{ url: x }] } }]\n', 'Unknown check type "htp". Is "http" meant?'],
  ['  components: [{ name: a, lookup: { pod: [{ name: x }] } }]\n', 'x: '],
  [
    '  components: [{ name: a, lookup: { catalog: [{ selector: {}, displya: x }] } }]\n',
    'components[0].lookup.catalog[0].displya: unknown field (did you mean "display"?)',
  ],
  ['  components: [{ name: a, checks: [{}] }]\n', 'needs a selector or inline'],
  ['  components: [{ name: a }]\n  push: { location: x }\n', 'push'],
  ['  type: x\n', 'The spec has no components.'],
])('a document with %j is rejected with its position, also as a row', async (spec, reason) => {
  const row = { name: 'bad', namespace: 'default', spec: inYaml(spec) }
  const rejected = await backend.app.inject({ method: 'POST', url: '/api/db/topologies', payload: row })
  expect([rejected.statusCode, rejected.body]).toEqual([
    400,
    expect.stringContaining(JSON.stringify(reason).slice(1, -1)),
  ])
  const logged = backend.log.length
  await backend.write('topology.yaml', topologyDocument('shop', spec))
  await eventually(async () => expect(backend.log.slice(logged).join()).toContain('document rejected: topology.yaml:'))
  expect((await topologies.roots()).map(({ name }) => name)).toEqual(['Edge', 'Shop'])
})
