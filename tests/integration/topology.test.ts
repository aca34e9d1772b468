import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { brief, shopTopology, createTopologyClient, topologyDocument } from '#tests/fixtures/topologies.ts'

let database: Database
let backend: TestBackend | undefined
const started = (): TestBackend => {
  if (backend === undefined) throw new Error('no backend')
  return backend
}
const topologies = createTopologyClient(started)

let service: Server
let respond: (path: string) => { readonly status?: number; readonly body: unknown }
const address = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`

beforeAll(async () => {
  database = await openServer()
  service = createServer(({ url = '' }, response) => {
    const { status = 200, body } = respond(url)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve)
  })
})
afterAll(async () => {
  service.close()
  await database.close()
})
beforeEach(async () => {
  respond = () => ({ body: {} })
  await database.query('truncate topologies, components, config_items, canaries, job_history cascade')
})
afterEach(async () => {
  await backend?.close()
  backend = undefined
})

const start = async (spec: string, more: Readonly<Record<string, string>> = {}): Promise<void> => {
  backend = await startTestBackend({
    database,
    resources: { 'topology.yaml': topologyDocument('shop', spec), ...more },
  })
}
describe('documents', () => {
  test('components include their children and get the worst status [TOPO-04,API-12]', async () => {
    await start(shopTopology)
    expect(await topologies.run('shop')).toEqual({ status: 'ok', count: '5' })
    const [edge, shop] = await topologies.roots()
    expect([edge, shop].map((one) => one && brief(one))).toEqual([
      ['Edge', 'healthy'],
      [
        'Shop',
        'unhealthy',
        [
          ['Database', 'unhealthy'],
          ['Web', 'warning'],
        ],
      ],
    ])
    expect(shop).toMatchObject({
      type: 'Application',
      icon: 'cart',
      owner: 'web',
      labels: { env: 'prod' },
      status: 'unhealthy',
      is_leaf: false,
      external_id: 'default/shop/Application/Shop',
      parents: [],
      summary: { unhealthy: 1, warning: 1, healthy: 1 },
    })
    expect(shop?.components?.[0]).toMatchObject({
      status_reason: 'it does not answer',
      parent_id: shop?.id,
      path: shop?.id,
      logs: [{ name: 'main', type: 'postgres' }],
      is_leaf: true,
    })
    expect(shop?.components?.[1]).toMatchObject({
      status_reason: 'disk 93 %',
      order: 3,
      properties: [
        { name: 'requests', label: 'Requests', headline: true, value: 212, unit: 'per second' },
        { name: 'disk', value: 93, max: 100, status: 'warning' },
      ],
    })
    const { types, healthStatuses, tags } = await topologies.loadTopology()
    expect({ types, healthStatuses, tags }).toEqual({
      types: ['Application', 'Database', 'Network', 'Service'],
      healthStatuses: ['healthy', 'unhealthy', 'warning'],
      tags: { env: ['prod', 'test'] },
    })
  })

  test('components removed from a document are deleted, and restored as the same component', async () => {
    await start(shopTopology)
    await topologies.run('shop')
    const before = await topologies.component('Edge')
    const without = shopTopology.slice(0, shopTopology.indexOf('    - name: Edge'))
    await started().write('topology.yaml', topologyDocument('shop', without))
    await eventually(async () => expect((await topologies.roots()).map(({ name }) => name)).toEqual(['Shop']))
    await started().write('topology.yaml', topologyDocument('shop', shopTopology))
    await eventually(async () => expect((await topologies.component('Edge')).id).toBe(before.id))
    await started().remove('topology.yaml')
    await eventually(async () => expect(await topologies.roots()).toEqual([]))
  })

  test('a manually hidden component stays hidden if its document does not set it', async () => {
    await start(shopTopology)
    await topologies.run('shop')
    const { id } = await topologies.component('Edge')
    const url = `/api/db/components?id=eq.${id}`
    expect((await started().app.inject({ method: 'PATCH', url, payload: { hidden: true } })).statusCode).toBe(204)
    await topologies.run('shop')
    expect((await topologies.roots()).map(({ name }) => name)).toEqual(['Shop'])
    expect((await topologies.roots('hidden=true')).map(({ name }) => name)).toEqual(['Edge', 'Shop'])
  })

  test('expressions evaluate health and status over the children', async () => {
    await start(`  components:
    - name: Cluster
      healthExpr: "summary.unhealthy > 1 ? 'unhealthy' : 'warning'"
      statusExpr: "self.name + ': ' + string(summary.unhealthy) + ' of ' + string(size(components)) + ' down'"
      components:
        - { name: a, health: unhealthy }
        - { name: b, health: healthy }
`)
    await topologies.run('shop')
    expect(await topologies.component('Cluster')).toMatchObject({ health: 'warning', status: 'Cluster: 1 of 2 down' })
  })

  test('one selector of a cycle is left out and reported, and one without matches finds nothing', async () => {
    await start(`  components:
    - { name: Hen, type: A, health: warning, labels: { of: egg }, selectors: [{ labelSelector: of=hen }] }
    - { name: Egg, type: A, labels: { of: hen }, selectors: [{ labelSelector: of=egg }] }
    - { name: Alone, type: A, selectors: [{ labelSelector: of=nobody }] }
`)
    await topologies.run('shop')
    await topologies.run('shop')
    await eventually(async () =>
      expect(await topologies.errors('shop')).toEqual(['Egg: skipped its ancestor Hen, which its selectors match.']),
    )
    expect((await topologies.roots()).map(brief)).toEqual([
      ['Alone', 'unknown'],
      ['Hen', 'warning', [['Egg', 'unknown']]],
    ])
  })

  test('a component is moved below the parent it looks up; a cycle is reported and not moved', async () => {
    await start(`  components:
    - { name: Pod, type: Pod, parentLookup: { name: Node } }
    - { name: Node, type: Node }
    - name: Ring
      parentLookup: { name: Inner }
      components: [{ name: Inner }]
    - { name: Twin, type: A }
    - { name: Twin, type: A }
`)
    await topologies.run('shop')
    expect((await topologies.roots()).map(brief)).toEqual([
      ['Node', 'unknown', [['Pod', 'unknown']]],
      ['Ring', 'unknown', [['Inner', 'unknown']]],
      ['Twin', 'unknown'],
    ])
    await eventually(async () =>
      expect(await topologies.errors('shop')).toEqual([
        'Ring: its parentLookup matches Inner, which is one of its descendants. It was not moved.',
        'Two components are named Twin. The second one is skipped.',
      ]),
    )
  })
})

const serviceLookup = (more = '') => `  components:
    - name: Cluster
      type: Cluster
      lookup:
        http:
          - name: pods
            url: ${address()}/pods
            display: { expr: json }
${more}`

describe('lookups', () => {
  test('check results become child components, each with its forEach values', async () => {
    respond = (path) =>
      path === '/pods'
        ? {
            body: [
              { name: 'a', type: 'Pod', properties: [{ name: 'port', value: 80 }] },
              { name: 'b', type: 'Pod' },
            ],
          }
        : {
            body: path.startsWith('/load/') ? { value: path.length, unit: 'ms' } : { a: [{ name: 'cpu', value: '5' }] },
          }
    await start(
      serviceLookup(`      properties:
        - name: cpu
          unit: millicores
          lookup: { http: [{ name: cpu, url: "${address()}/cpu", display: { expr: json } }] }
      forEach:
        properties:
          - name: load
            lookup: { http: [{ name: load, url: "${address()}/load/$(.component.name)", display: { expr: json } }] }
        components:
          - { name: "logs of {{.component.name}}", health: healthy }
`),
    )
    expect(await topologies.run('shop')).toEqual({ status: 'ok', count: '5' })
    const [cluster] = await topologies.roots()
    expect(cluster && brief(cluster)).toEqual([
      'Cluster',
      'healthy',
      [
        ['a', 'healthy', [['logs of a', 'healthy']]],
        ['b', 'healthy', [['logs of b', 'healthy']]],
      ],
    ])
    expect(cluster?.components?.map(({ properties }) => properties)).toMatchObject([
      [
        { name: 'port', value: 80 },
        { name: 'load', value: 7, unit: 'ms' },
        { name: 'cpu', value: 5, unit: 'millicores' },
      ],
      [{ name: 'load', value: 7, unit: 'ms' }],
    ])
  })

  test('a failed lookup is an error of the run, and its last results are retained', async () => {
    respond = () => ({ body: [{ name: 'a' }, { name: 'b' }] })
    await start(serviceLookup())
    await topologies.run('shop')
    respond = () => ({ status: 500, body: {} })
    expect(await topologies.run('shop')).toMatchObject({ status: 'ok' })
    expect((await topologies.roots()).map(brief)).toEqual([
      [
        'Cluster',
        'unknown',
        [
          ['a', 'unknown'],
          ['b', 'unknown'],
        ],
      ],
    ])
    await eventually(async () =>
      expect(await topologies.errors('shop')).toEqual([
        expect.stringMatching(/^Cluster: http "pods": .*500.* The last results are retained\.$/),
      ]),
    )
    respond = () => ({ body: [{ name: 'b' }, { colour: 'red' }] })
    await topologies.run('shop')
    await eventually(async () =>
      expect(await topologies.errors('shop')).toEqual([
        expect.stringContaining('Cluster: the lookup returned an invalid component (name: '),
      ]),
    )
  })

  test('catalog items become components with the same state, and change with them', async () => {
    await database.query(
      `insert into config_items (id, name, type, config_class, health, status, tags, config, properties, cost_total_1d) values
         ('00000000-0000-4000-8000-0000000000c1', 'web', 'Test::Pod', 'Pod', 'healthy', 'Running', '{"env":"prod"}', '{"image":"v1","ports":[80,443]}',
          '[{"name":"used","text":"40 %"}]', 2),
         ('00000000-0000-4000-8000-0000000000c2', 'db', 'Test::Pod', 'Pod', 'warning', 'Slow', '{"env":"test"}', '{}', null, 3)`,
    )
    await start(`  groupBy: { tag: env }
  components:
    - name: "pods of $(.group.value)"
      lookup: { catalog: [{ selector: { type: "Test::Pod", tagSelector: "env=$(.group.value)" } }] }
      properties:
        - { name: image, configLookup: { config: { name: web }, field: $.image } }
        - { name: ports, configLookup: { config: { name: web }, field: '$.ports[*]' } }
        - name: count
          configLookup: { config: { name: web }, field: $.ports, display: { expr: 'string(size(value)) + " ports"' } }
`)
    await topologies.run('shop')
    const [prod, other] = await topologies.roots()
    expect([prod, other].map((one) => one && brief(one))).toEqual([
      ['shop (prod)', 'healthy', [['pods of prod', 'healthy', [['web', 'healthy']]]]],
      ['shop (test)', 'warning', [['pods of test', 'warning', [['db', 'warning']]]]],
    ])
    expect(prod?.components?.[0]).toMatchObject({
      properties: [
        { name: 'image', text: 'v1' },
        { name: 'ports', text: '80, 443' },
        { name: 'count', text: '2 ports' },
      ],
      cost_total_1d: 2,
    })
    expect(prod?.components?.[0]?.components?.[0]).toMatchObject({
      type: 'Pod',
      status: 'Running',
      config_id: '00000000-0000-4000-8000-0000000000c1',
      properties: [{ name: 'used', value: 40, max: 100, unit: 'percent' }],
    })
  })
})

const roomsLookup = (test: string) => `
      lookup:
        catalog:
          - name: rooms
            description: Rooms of the house
            test: { expr: "${test}" }
            selector: { types: [Test::Room] }
            display:
              expr: |
                dyn(results).map(r, {'name': r.name, 'tooltip': r.description + r.status + r.icon + r.namespace + r.status_reason + r.delete_reason, 'labels': r.labels}).toJSON()
`

const roomsSpec = (test: string) => `  text: The house
  components:
    - name: rooms${roomsLookup(test)}      checks:
        - selector: { name: nothing }
          inline: { http: [{ name: bell, url: "${address()}/", responseCodes: [200] }] }
`

test('a row of a catalog lookup has each key; a failed test of a lookup is an error', async () => {
  await database.query(
    `insert into config_items (name, type, config_class, config) values ('room-1', 'Test::Room', 'Room', '{}')`,
  )
  await start(roomsSpec('size(results) == 1'))
  await topologies.run('shop')
  await eventually(async () =>
    expect((await topologies.roots()).map(brief)).toEqual([
      ['The house', 'healthy', [['rooms', 'healthy', [['room-1', 'unknown']]]]],
    ]),
  )
  expect(await topologies.errors('shop')).toEqual([])
  const { rows } = await database.query("select name from checks where deleted_at is null and name = 'bell'")
  expect(rows).toEqual([{ name: 'bell' }])
  await started().write(
    'topology.yaml',
    topologyDocument('shop', roomsSpec('size(results) == 2')).replace(
      'metadata:',
      'metadata:\n  labels: { area: coast }',
    ),
  )
  await eventually(async () =>
    expect(await topologies.errors('shop')).toEqual([
      'The house / rooms: catalog "rooms": its test expression failed. The last results are retained.',
    ]),
  )
  expect((await topologies.component('rooms')).labels).toEqual({ area: 'coast' })
})

const cId = '00000000-0000-4000-8000-0000000000c1'

describe('links of components', () => {
  test('manual links stay, selector links are updated, and a selector without matches is no error [TOPO-05,TOPO-06]', async () => {
    await database.query(
      `insert into config_items (id, name, type, config_class, config) values
         ($1, 'web', 'Test::Pod', 'Pod', '{}'), ('00000000-0000-4000-8000-0000000000c2', 'db', 'Test::Database', 'Database', '{}')`,
      [cId],
    )
    await start(`  components:
    - { name: Shop, configs: [{ type: "Test::Database" }], selectors: [{ name: nothing }], checks: [{ selector: { name: nothing } }] }
    - { name: Members, selectors: [{ types: [Part] }] }
    - { name: Part, type: Part, health: unhealthy, selectors: [{ name: Members }] }
    - { name: Site, labels: { site: north }, components: [{ name: Inside, selectors: [{ labelSelector: site=north }] }] }
`)
    await topologies.run('shop')
    await topologies.run('shop')
    const shop = await topologies.component('Shop')
    const linked = async () =>
      topologies.read(
        `config_component_relationships?component_id=eq.${shop.id}&deleted_at=is.null&select=selector_id,configs(name)&order=selector_id`,
      )
    const payload = { component_id: shop.id, config_id: cId, selector_id: 'manual' }
    const url = '/api/db/config_component_relationships'
    expect((await started().app.inject({ method: 'POST', url, payload })).statusCode).toBe(201)
    await database.query("update config_items set deleted_at = now() where name = 'db'")
    await topologies.run('shop')
    expect(await linked()).toEqual([{ selector_id: 'manual', configs: { name: 'web' } }])
    const one = `${url}?component_id=eq.${shop.id}&config_id=eq.${cId}&selector_id=eq.manual`
    expect((await started().app.inject({ method: 'DELETE', url: one })).statusCode).toBeLessThan(300)
    expect(await linked()).toEqual([])
    expect(await topologies.component('Members')).toMatchObject({ health: 'unhealthy', summary: { unhealthy: 1 } })
    await eventually(async () =>
      expect(await topologies.errors('shop')).toEqual([
        'Part: skipped its ancestor Members, which its selectors match.',
      ]),
    )
  })

  test('existing components stay unchanged while new ones are added', async () => {
    await database.query(
      `insert into config_items (id, name, type, config_class, config, health) values ($1, 'web', 'Test::Pod', 'Pod', '{}', 'healthy')`,
      [cId],
    )
    const old = `  components:
    - { name: Old, type: Part, configID: ${cId} }
`
    await start(old)
    await topologies.run('shop')
    await topologies.run('shop')
    const moment = async () => (await topologies.component('Old')).updated_at
    const before = await moment()
    expect(await topologies.component('Old')).toMatchObject({ health: 'healthy' })
    await started().write('topology.yaml', topologyDocument('shop', `${old}    - { name: New, type: Part }\n`))
    await eventually(async () => expect(await topologies.component('New')).toMatchObject({ health: 'unknown' }))
    await topologies.run('shop')
    expect(await moment()).toBe(before)
  })

  test('a failing check immediately changes its component and all parents', async () => {
    await start(`  components:
    - name: Shop
      components:
        - name: Web
          checks:
            - inline: { http: [{ name: home page, url: "${address()}/", responseCodes: [200] }] }
`)
    await topologies.run('shop')
    const { rows } = await database.query<{ id: string }>(
      "select id from checks where name = 'home page' and deleted_at is null",
    )
    const runCheck = () => started().app.inject({ method: 'POST', url: `/api/canary/run/check/${rows[0]?.id}` })
    await runCheck()
    await eventually(async () =>
      expect((await topologies.roots()).map(brief)).toEqual([['Shop', 'healthy', [['Web', 'healthy']]]]),
    )
    respond = () => ({ status: 503, body: {} })
    await runCheck()
    await eventually(async () =>
      expect(await topologies.component('Shop')).toMatchObject({
        health: 'unhealthy',
        summary: { unhealthy: 1, checks: { unhealthy: 1 } },
      }),
    )
    expect((await topologies.component('Web')).status_reason).toMatch(/^home page: .*503/)
    await expect
      .poll(() => started().changes)
      .toContainEqual(expect.objectContaining({ relation: 'components', isUrgent: true }))
    await started().remove('topology.yaml')
    await eventually(async () =>
      expect(
        (await database.query("select id from canaries where source like 'Topology/%' and deleted_at is null")).rows,
      ).toEqual([]),
    )
  })
})

test('read permission on topologies allows reading, and write permission allows running them', async () => {
  await start(shopTopology)
  await topologies.run('shop')
  const id = await topologies.findId('shop')
  const statuses = async (roles: readonly string[]) => {
    const other = await startTestBackend({ database, roles })
    const get = await other.app.inject('/api/canary/api/topology')
    const post = await other.app.inject({ method: 'POST', url: `/api/canary/run/topology/${id}` })
    await other.close()
    return [get.statusCode, post.statusCode]
  }
  expect(await statuses([])).toEqual([403, 403])
  expect(await statuses(['guest'])).toEqual([200, 403])
  expect(await statuses(['viewer'])).toEqual([200, 403])
  expect(await statuses(['responder'])).toEqual([200, 403])
})

const write = (spec: unknown) =>
  started().app.inject({
    method: 'POST',
    url: '/api/db/topologies',
    payload: { name: 'x', namespace: 'default', spec },
  })

test('an editor can write topologies, but none that run programs', async () => {
  backend = await startTestBackend({ database, roles: ['editor'] })
  const program = { exec: [{ name: 'a', script: 'id' }] }
  for (const component of [{ lookup: program }, { name: 'a', checks: [{ inline: program }] }])
    expect((await write({ components: [component] })).body).toContain(
      'This document runs programs, which requires write permission on exec.',
    )
  expect((await write({ components: [{ name: 'a' }] })).statusCode).toBe(201)
})
