import fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Viewer } from '#shared/access/viewer.ts'
import { resourceSearchRoute, searchedKinds } from '#shared/resources/resource-search.ts'
import { handleErrors } from '#relay/errors/error-handler.ts'
import { createResourceSearch } from '#relay/backend/search/resource-search.ts'
import { findAsConsole } from '#relay/backend/search/find-resources.ts'
import { openPeople } from '#relay/backend/data-api/people.ts'
import { searchedRelations } from '#relay/backend/search/searched-relations.ts'
import { resourceSearchRoutes } from '#relay/backend/search/search-routes.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { openInsiderApi, sowRows, type InsiderApi } from '#tests/fixtures/insider/insider-api.ts'
import { insider, insiderNames, sown } from '#tests/fixtures/insider/insiders.ts'

let database: Database
let api: InsiderApi
let viewer: Viewer
let stop: () => Promise<void>
let search: ReturnType<typeof createResourceSearch>
const app = fastify()
handleErrors(app)

beforeAll(async () => {
  database = await openServer()
  await sowRows(database)
  await database.query(`
    update config_items set tags = '{"env":"dev","namespace":"shop","odd":"50%_\\\\*"}', type = 'Kubernetes::Pod',
      external_id = '{pod/a,"pod \\"b\\", c"}', properties = '[{"name":"owner","text":"Ada"}]', config = '{"spec":{"replicas":3}}'
    where id = '${sown('73')}'`)
  await database.query(`update checks set deleted_at = '2026-02-03' where id = '${sown('63')}'`)
  api = await openInsiderApi(database)
  const people = await openPeople({ database, log: pino({ level: 'silent' }) })
  stop = people.stop
  search = createResourceSearch({ database, people })
  viewer = insider('admin')
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    request.viewer = viewer
  })
  await app.register(resourceSearchRoutes, { prefix: '/api', database, people })
})
afterAll(async () => {
  await app.close()
  await stop()
  await api.close()
  await database.close()
})

const ask = async (body: unknown) => {
  const response = await app.inject({ method: 'POST', url: resourceSearchRoute.path, payload: body as object })
  return { status: response.statusCode, body: response.body }
}
const find = async (body: object) => {
  const { status, body: text } = await ask(body)
  expect([status, status === 200 || text]).toEqual([200, true])
  return resourceSearchRoute.response.parse(JSON.parse(text))
}
const found = async (kind: 'configs' | 'checks' | 'components', selector: object): Promise<string> => {
  const result = await find({ [kind]: [{ agent: 'all', ...selector }] })
  return (result[kind] ?? [])
    .map(({ id }) => id.slice(-2))
    .toSorted()
    .join(' ')
}

describe('results [API-31]', () => {
  test('each result has its type, and kinds without results are missing', async () => {
    viewer = insider('admin')
    const result = await find({
      checks: [{ agent: 'all', search: 'front' }],
      components: [{ agent: 'all', search: 'zzzz' }],
      configs: [{ agent: 'all', search: 'node' }],
    })
    expect(result).toEqual({
      checks: [
        {
          id: sown('61'),
          agent: '00000000-0000-0000-0000-000000000000',
          name: 'front',
          type: 'http',
          tags: { app: 'web' },
          health: 'healthy',
          severity: 'low',
        },
      ],
      configs: [
        {
          id: sown('71'),
          agent: sown('21'),
          name: 'node-a',
          type: 'Node',
          tags: { env: 'dev' },
          health: 'healthy',
          status: 'Ready',
        },
      ],
    })
  })

  test.each([
    ['name=node-a', '71'],
    ['NODE', '71'],
    ['name=*c', '73'],
    ['-node-a', '72 73'],
    ['type=pod', '73'],
    ['type:node,pod', '71 73'],
    ['type!=node', '72 73'],
    ['name=!node-a', '72 73'],
    ['health=unhealthy', '72'],
    ['health=healthy name=node*', '71'],
    ['name=node* | name=pod*', '71 73'],
    ['health=healthy (name=node* | name=pod*) -pod-c', '71'],
    ['tags.env=dev', '71 73'],
    ['tags.env!=dev', '72'],
    ['tags=secret', '72'],
    ['tags.odd=50%_\\*', '73'],
    ['tags.odd=5____*', ''],
    ['labels.app=web', '71'],
    ['labels.app=!web', '72 73'],
    ['labels=web', '71'],
    ['labels=!web', '72 73'],
    ['labels!=web', '72 73'],
    ['namespace=shop', '73'],
    ['properties.owner=Ada', '73'],
    ['properties=Ada', '73'],
    ['properties!=Ada', '71 72'],
    ['properties=a*', '73'],
    ['properties.owner=A*', '73'],
    ['properties.team=A*', ''],
    ['properties=!A*', '71 72'],
    ['name=x OR properties.owner=Ada', '73'],
    ['config.spec.replicas=3', '73'],
    ['config.spec.replicas>2', '73'],
    ['config.spec.replicas>=3.0 config.spec.replicas<1e2', '73'],
    ['config.spec.replicas<3', ''],
    ['config.spec.replicas<=-1', ''],
    ['config.spec>2', ''],
    ['tags.env>2', ''],
    ['external_id=pod/a', '73'],
    ['external_id=POD/*', '73'],
    ['external_id=!pod*', '71 72'],
    ['tags=50%_*', '73'],
    ['tags=5%0*', ''],
    ['labels=we*', '71'],
    ['labels=!we*', '72 73'],
    ['config.spec.replicas!=3', '71 72'],
    ['agent=far', '71 72 73'],
    ['agent=self', ''],
    ['agent=all', '71 72 73'],
    ['created>now-1d', '71 72 73'],
    ['created<now-1d', ''],
    ['created_at>now-1d', '71 72 73'],
    ['created_at<now-1d', ''],
    ['updated_at>now-1d type=pod', '73'],
    ['last_scraped_time>now-1d', ''],
    ['type=bernetes::Pod', ''],
    ['type=!pod', '71 72'],
    ['type=Kubernetes::*', '73'],
    ['limit=1 sort=-name', '73'],
    ['@limit=1 @order=-name', '73'],
    ['label.app=web', '71'],
    ['tag.env!=dev', '72'],
    ['-tags.env=dev', '72'],
    ['!type=pod', '71 72'],
    ['-created_at<now-1d type==pod', '73'],
    ['-(name=node* | type=pod)', '72'],
    ['tags.env=dev -(type=pod health=healthy)', '71'],
    ['-name=!node-a', '71'],
    ['name="node-a" type="node"', '71'],
    ['name="node a"', ''],
    ['sort=name offset=2', '73'],
    ['name=(', ''],
    ['id=no-id', ''],
  ])('configs by %s: %s', async (search, ids) => {
    viewer = insider('admin')
    expect(await found('configs', { search })).toBe(ids)
  })

  test.each([
    [{ search: '' }, '61 62'],
    [{ search: 'deleted>2026-01-01' }, '63'],
    [{ search: 'deleted_at>2026-01-01' }, '63'],
    [{ search: 'created_at>now-1d', types: ['HTTP'] }, '61'],
    [{ id: 'no-id' }, ''],
    [{ fieldSelector: 'id=no-id' }, ''],
    [{ fieldSelector: `id in (${sown('61')}, no-id)` }, '61'],
    [{ fieldSelector: 'id!=no-id' }, '61 62'],
    [{ search: '', includeDeleted: true }, '61 62 63'],
    [{ agent: 'self', search: 'f' }, '61'],
    [{ agent: '', name: '*' }, '61 62'],
    [{ agent: 'far', search: '' }, ''],
    [{ scope: sown('51') }, '61'],
    [{ scope: 'default/vault' }, '62'],
    [{ scope: 'default/nowhere' }, ''],
    [{ types: ['tcp', 'dns'] }, '62'],
    [{ health: '!healthy' }, '62'],
    [{ statuses: ['healthy'] }, '61'],
    [{ labelSelector: 'app in (web, dns)' }, '61'],
    [{ labelSelector: 'app,app!=web' }, '62'],
    [{ labelSelector: '!app' }, ''],
    [{ tagSelector: 'other notin (x)' }, '61 62'],
    [{ fieldSelector: 'type=http' }, '61'],
    [{ id: sown('62') }, '62'],
  ])('checks by %j: %s', async (selector, ids) => {
    viewer = insider('admin')
    expect(await found('checks', selector)).toBe(ids)
  })

  test.each([
    [{ types: ['pod'] }, '73'],
    [{ types: ['Kubernetes::Pod'] }, '73'],
    [{ types: ['kubernetes::po'] }, ''],
    [{ types: ['!pod'] }, '71 72'],
    [{ types: ['node', 'pod'] }, '71 73'],
    [{ types: [''] }, ''],
    [{ fieldSelector: 'type=pod' }, '73'],
    [{ fieldSelector: 'type notin (pod,node)' }, '72'],
  ])('configs by the last part of their type %j: %s', async (selector, ids) => {
    viewer = insider('admin')
    expect(await found('configs', selector)).toBe(ids)
  })

  test('an empty selector finds nothing, nor does an empty list', async () => {
    viewer = insider('admin')
    expect(await find({ checks: [{}], configs: [{ search: '', name: null }], components: [] })).toEqual({})
    expect(await find({ checks: [{ types: [] }], configs: [{ search: '  ', statuses: [] }] })).toEqual({})
    expect(await find({})).toEqual({})
  })

  test('several selectors return the union, up to the limit, with timestamps on request', async () => {
    viewer = insider('admin')
    const both = { checks: [{ name: 'front' }, { types: ['tcp'] }] }
    expect((await find(both)).checks).toHaveLength(2)
    const [one, ...others] = (await find({ ...both, limit: 1, timestamps: true })).checks ?? []
    expect(others).toEqual([])
    expect(one).toMatchObject({ created_at: expect.any(String), updated_at: expect.any(String) })
  })
})

describe('invalid requests', () => {
  test.each([
    [
      { checks: [{ agent: 'all', search: 'colour=red' }] },
      400,
      'query for column:colour in table:checks not supported',
    ],
    [{ checks: [{ agent: 'all', search: 'name<b' }] }, 400, 'column:name in table:checks'],
    [
      { configs: [{ agent: 'all', search: 'created=soon' }] },
      400,
      String.raw`created: must be a date or an expression such as now-1d, got \"soon\"`,
    ],
    [{ configs: [{ agent: 'all', search: 'sort=colour' }] }, 400, 'column:colour in table:config_items'],
    [{ checks: [{ labelSelector: '=' }] }, 400, String.raw`\"=\" is not a label selector`],
    [{ connections: [{ labelSelector: 'a=b' }] }, 400, 'table:connections'],
    [
      { configs: [{ search: 'a config.cpu>high' }] },
      400,
      String.raw`config.cpu> at position 3 needs a number, got \"high\"`,
    ],
    [{ configs: [{ search: '"web' }] }, 400, 'search: the quote at position 1 is not closed'],
    [
      { configs: [{ search: 'web offset=-1' }] },
      400,
      String.raw`search: offset= at position 5 needs a whole number, got \"-1\"`,
    ],
    [{ checks: [{ search: 'front type=' }] }, 400, 'search: type= at position 7 needs a value'],
    [{ configs: [{ search: '(name=a | labels.app!=!)' }] }, 400, 'search: labels.app!= at position 11 needs a value'],
    [{ checks: 'all' }, 400, 'checks'],
    [{ checks: Array.from({ length: 51 }, () => ({ name: 'a' })) }, 400, 'checks'],
    [{ checks: [{ search: Array.from({ length: 400 }, (_, n) => `x${n}`).join('|') }] }, 400, 'Request too large: '],
    [{ checks: [{ search: `${'('.repeat(900)}a${')'.repeat(900)}` }] }, 200, '{}'],
  ])('%j', async (body, status, text) => {
    viewer = insider('admin')
    const response = await ask(body)
    expect([response.status, response.body]).toEqual([status, expect.stringContaining(text)])
  })
})

describe('permissions', () => {
  const everything = Object.fromEntries(
    searchedKinds.map((kind) => [kind, [{ agent: 'all', search: '', name: '*', includeDeleted: true }]]),
  )

  test.each(insiderNames)('%s finds exactly what the data API shows them', async (name) => {
    viewer = insider(name)
    const { status, body } = await ask({ ...everything, limit: 1_000 })
    const result = status === 200 ? resourceSearchRoute.response.parse(JSON.parse(body)) : {}
    for (const kind of searchedKinds) {
      const { status: shown, body: rows } = await api.ask(viewer, {
        path: `${searchedRelations[kind].relation}?select=id`,
      })
      const seen = shown === 200 ? (JSON.parse(rows) as { id: string }[]) : []
      const ids = (result[kind] ?? []).map(({ id }) => id)
      expect([kind, ...ids.toSorted()]).toEqual([kind, ...seen.map(({ id }) => id).toSorted()])
    }
  })

  test('search is denied without access to the catalog', async () => {
    viewer = { ...insider('viewer'), roles: [] }
    expect((await ask(everything)).status).toBe(403)
  })

  test('hidden resources cannot be detected by searching for them', async () => {
    viewer = insider('denied')
    for (const search of [
      'HIDDEN',
      'health=unhealthy',
      'tags.env=secret',
      'config.a=HIDDEN-document',
      `id=${sown('72')}`,
    ])
      expect([search, (await found('configs', { search })).includes('72')]).toEqual([search, false])
    expect(await found('checks', { scope: 'default/vault' })).toBe('')
  })
})

test('engines find all pages of a search, up to a limit that is an error', async () => {
  await database.query(
    `insert into config_items (type, config_class, name)
     select 'Many::Item', 'Item', 'many ' || n from generate_series(1, 2500) as n`,
  )
  const selectors = [{ types: ['Many::Item'] }]
  const found = await findAsConsole(search)('configs', selectors)
  expect(new Set(found.map(({ id }) => id)).size).toBe(2_500)
  expect(await findAsConsole(search)('configs', [{ types: ['Many::Item'], limit: 1_500 }])).toHaveLength(1_500)
  await expect(findAsConsole(search, 2_000)('configs', selectors)).rejects.toThrow(
    'More than 2000 configs match. Narrow the selectors.',
  )
  expect((await find({ configs: selectors, limit: 5_000 })).configs).toHaveLength(1_000)
  await database.query("delete from config_items where type = 'Many::Item'")
})
