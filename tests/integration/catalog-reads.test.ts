import fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Viewer } from '#shared/access/viewer.ts'
import { catalogChangesRoute } from '#shared/catalog/catalog-changes.ts'
import { catalogSummaryRoute } from '#shared/catalog/catalog-summary.ts'
import { handleErrors } from '#relay/errors/error-handler.ts'
import { catalogRoutes } from '#relay/backend/catalog/reads/catalog-routes.ts'
import { openPeople } from '#relay/backend/data-api/people.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { insider } from '#tests/fixtures/insider/insiders.ts'

const makeId = (end: string) => `00000000-0000-4000-8000-0000000000${end}`
const items = [
  ['01', 'shop', 'Kubernetes::Deployment', 'healthy', '{"env":"prod","namespace":"shop"}', '{"team":"web"}', 10, null],
  ['02', 'shop-1', 'Kubernetes::Pod', 'unhealthy', '{"env":"prod","namespace":"shop"}', '{"team":"web"}', 2, null],
  ['03', 'shop-2', 'Kubernetes::Pod', 'healthy', '{"env":"test"}', null, null, null],
  ['04', 'node', 'Kubernetes::Node', null, null, null, null, null],
  ['05', 'shop-0', 'Kubernetes::Pod', 'unhealthy', null, null, null, '2026-01-01'],
] as const
const changes = [
  ['11', '01', 'diff', 'high', 'image 1 to 2', 'argo', 'Ada', 10],
  ['12', '02', 'BackOff', 'medium', 'restarting, again', 'kubelet', 'kubelet', 5],
  ['13', '03', 'diff', 'low', null, 'argo', null, 60],
  ['14', '04', 'NodeNotReady', 'critical', 'gone', 'kubelet', 'kubelet', 1],
  ['15', '05', 'Deleted', 'info', null, 'kubelet', null, 2],
  ['16', '01', 'diff', 'info', 'old', 'argo', 'Ada', 60 * 24 * 10],
] as const

let database: Database
let requester: Viewer
let stop: () => Promise<void>
const app = fastify()
handleErrors(app)

beforeAll(async () => {
  database = await openServer()
  for (const [end, name, type, health, tags, labels, cost, deletedAt] of items)
    await database.query(
      `insert into config_items (id, name, type, config_class, health, tags, labels, cost_total_30d, deleted_at, config)
       values ($1, $2, $3, 'Kubernetes', $4, $5, $6, $7, $8, '{}')`,
      [makeId(end), name, type, health, tags, labels, cost, deletedAt],
    )
  for (const [from, to, relation] of [
    ['01', '02', 'hard'],
    ['04', '01', 'hard'],
    ['01', '03', 'soft'],
  ])
    await database.query(
      `insert into config_relationships (config_id, related_id, relation, selector_id) values ($1, $2, $3, $3)`,
      [makeId(from ?? ''), makeId(to ?? ''), relation],
    )
  for (const [end, item, type, severity, summary, source, by, minutesAgo] of changes)
    await database.query(
      `insert into config_changes (id, config_id, change_type, severity, summary, source, external_created_by, created_at, count, external_change_id)
       values ($1, $2, $3, $4, $5, $6, $7, now() - make_interval(mins => $8), 1, $9)`,
      [makeId(end), makeId(item), type, severity, summary, source, by, minutesAgo, end],
    )
  await database.query(
    `insert into config_analysis (id, config_id, analyzer, analysis_type, severity, status, summary)
     values ($1, $2, 'limits', 'cost', 'low', 'open', 'no limits'), ($3, $2, 'limits', 'security', 'low', 'resolved', 'root')`,
    [makeId('21'), makeId('02'), makeId('22')],
  )
  const people = await openPeople({ database, log: pino({ level: 'silent' }) })
  stop = people.stop
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    request.viewer = requester
  })
  await app.register(catalogRoutes, { prefix: '/api', database, people })
})
beforeEach(() => {
  requester = insider('admin')
})
afterAll(async () => {
  await app.close()
  await stop()
  await database.close()
})

const post = async (url: string, payload: object) => {
  const { statusCode, body } = await app.inject({ method: 'POST', url, payload })
  return { status: statusCode, body: statusCode === 403 ? body : (JSON.parse(body) as unknown) }
}
const readChanges = async (request: object) => {
  const { body } = await post(catalogChangesRoute.path, request)
  return catalogChangesRoute.response.parse(body)
}
const found = async (request: object): Promise<string> =>
  ((await readChanges(request)).changes ?? []).map(({ id }) => id.slice(-2)).join(' ')
const rejectedBody = async (request: object) => (await post(catalogChangesRoute.path, request)).body

describe('changes [CAT-07]', () => {
  test('of all items, newest first, for the last two days by default', async () => {
    expect(await found({})).toBe('14 12 11 13')
    expect(await found({ from: 'now-1h' })).toBe('14 12 11')
    expect(await found({ from: 'now-30d', to: 'now-8m' })).toBe('11 13 16')
    expect(await rejectedBody({ from: 'now', to: 'now-1d' })).toEqual({ error: 'from must be before to.' })
    expect(await rejectedBody({ from: 'soon' })).toEqual({
      error: 'from: "soon" is not a valid time. Use a timestamp, or now-2d.',
    })
  })

  test('filtered by lists, a minimum severity and the tags of their items', async () => {
    expect(await found({ type: 'diff' })).toBe('11 13')
    expect(await found({ type: '!diff,!Back*' })).toBe('14')
    expect(await found({ config_type: 'Kubernetes::Pod' })).toBe('12 13')
    expect(await found({ severity: 'medium' })).toBe('14 12 11')
    expect(await found({ severity: '!medium' })).toBe('14 11 13')
    expect(await found({ summary: 'restarting%2C again' })).toBe('12')
    expect(await found({ source: 'argo' })).toBe('11 13')
    expect(await found({ created_by: 'Ada' })).toBe('11')
    expect(await found({ tags: 'env=prod' })).toBe('12 11')
    expect(await found({ tags: 'env!=prod,env' })).toBe('13')
    expect(await found({ agent_id: 'local', severity: 'critical' })).toBe('14')
    expect(await found({ agent_id: makeId('99') })).toBe('')
    expect(await rejectedBody({ severity: 'dire' })).toEqual({ error: 'severity: "dire" is not a valid severity.' })
  })

  test('of deleted items only on request', async () => {
    expect(await found({ include_deleted_configs: true })).toBe('14 15 12 11 13')
  })

  test('of an item with its downstream or upstream items, both, or alone, to a depth of five [CAT-08]', async () => {
    const id = makeId('01')
    expect(await found({ id })).toBe('12 11')
    expect(await found({ id, recursive: 'upstream' })).toBe('14 11')
    expect(await found({ id, recursive: 'all' })).toBe('14 12 11')
    expect(await found({ id, recursive: 'none' })).toBe('11')
    expect(await found({ id, soft: true })).toBe('12 11 13')
    expect(await found({ id: makeId('04'), depth: 1 })).toBe('14 11')
    expect(await found({ id: `${makeId('01')},${makeId('03')}` })).toBe('11 13')
    expect(await found({ id: `!${makeId('01')}`, type: 'diff' })).toBe('13')
    const many = Array.from({ length: 900 }, () => makeId('99'))
    expect(await found({ id: [...many, makeId('03')].join(',') })).toBe('13')
  })

  test('paged, with a total count, in the requested order', async () => {
    const page = await readChanges({ page: 2, page_size: 3 })
    expect([page.total, page.changes?.length, page.summary]).toEqual([4, 1, { diff: 1 }])
    expect(await found({ sort_by: 'name' })).toBe('14 11 12 13')
    expect(await found({ sort_by: '-source', severity: 'medium' })).toBe('14 12 11')
    expect(await rejectedBody({ sort_by: 'severity' })).toMatchObject({ error: expect.stringContaining('sort_by') })
  })

  test('contain their item without empty fields; no changes give an empty response', async () => {
    const { changes: found } = await readChanges({ severity: 'critical' })
    expect(found?.[0]).toEqual({
      id: makeId('14'),
      config_id: makeId('04'),
      agent_id: '00000000-0000-0000-0000-000000000000',
      external_change_id: '14',
      change_type: 'NodeNotReady',
      severity: 'critical',
      source: 'kubelet',
      summary: 'gone',
      created_at: expect.any(String),
      first_observed: expect.any(String),
      count: 1,
      name: 'node',
      type: 'Kubernetes::Node',
      external_created_by: 'kubelet',
    })
    expect((await post(catalogChangesRoute.path, { type: 'nothing' })).body).toEqual({})
  })

  test('can be requested with a query string', async () => {
    const { body } = await app.inject(`/api/catalog/changes?id=${makeId('01')}&recursive=all&page_size=1&soft=false`)
    expect(catalogChangesRoute.response.parse(JSON.parse(body)).total).toBe(3)
  })
})

const readSummary = async (request: object) => {
  const { body } = await post(catalogSummaryRoute.path, request)
  return catalogSummaryRoute.response.parse(body)
}

const total = async (request: object) => (await readSummary(request)).reduce((sum, { count }) => sum + count, 0)

describe('the summary [CAT-06]', () => {
  test('counts items by type, with health, changes, insights and costs', async () => {
    const groups = await readSummary({ groupBy: ['type'], changes: { since: '30d' }, cost: '30d' })
    const [first] = groups
    expect(
      groups.map(({ type, count, health, changes: changed, analysis, cost_30d: cost }) => [
        type,
        count,
        health,
        changed,
        analysis,
        cost,
      ]),
    ).toEqual([
      ['Kubernetes::Deployment', 1, { healthy: 1 }, 2, null, 10],
      ['Kubernetes::Node', 1, null, 1, null, undefined],
      ['Kubernetes::Pod', 2, { healthy: 1, unhealthy: 1 }, 2, { cost: 1 }, 2],
    ])
    expect(Object.keys(first ?? {}).toSorted()).toEqual([
      'analysis',
      'changes',
      'cost_30d',
      'count',
      'created_at',
      'health',
      'type',
      'updated_at',
    ])
  })

  test('counts changes over time, in the requested number of parts', async () => {
    const groups = await readSummary({ groupBy: ['type'], changes: { since: '1d', parts: 24 } })
    const overTime = groups.map(({ type, changes: all, changes_over_time: counts }) => [
      type,
      all,
      counts?.length,
      (counts ?? []).flatMap((count, part) => (count === 0 ? [] : [[part, count]])),
    ])
    expect(overTime).toEqual([
      ['Kubernetes::Deployment', 1, 24, [[23, 1]]],
      ['Kubernetes::Node', 1, 24, [[23, 1]]],
      [
        'Kubernetes::Pod',
        2,
        24,
        [
          [22, 1],
          [23, 1],
        ],
      ],
    ])
    expect((await post(catalogSummaryRoute.path, { changes: { since: '1d', parts: 1_000 } })).status).toBe(400)
  })

  test('groups by tags that some items lack, and by several tags at once', async () => {
    const groups = await readSummary({ groupBy: ['env'] })
    expect(groups.map(({ env, count }) => [env, count])).toEqual([
      ['prod', 2],
      ['test', 1],
      [null, 1],
    ])
    const both = await readSummary({ groupBy: ['type'], tags: ['env'] })
    expect(both.map(({ type, env, count }) => `${String(type)} ${String(env)} ${count}`)).toEqual([
      'Kubernetes::Deployment prod 1',
      'Kubernetes::Node null 1',
      'Kubernetes::Pod prod 1',
      'Kubernetes::Pod test 1',
    ])
    const odd = await readSummary({ groupBy: [`a'"); drop table config_items; --`] })
    expect(odd.map(({ count }) => count)).toEqual([4])
  })

  test('filters by labels, health, type and search, and includes deleted items on request', async () => {
    expect(await total({ filter: { team: 'web' } })).toBe(2)
    expect(await total({ filter: { team: '!web' } })).toBe(2)
    expect(await total({ health: 'unhealthy' })).toBe(1)
    expect(await total({ type: 'Kubernetes::Pod,Kubernetes::Node' })).toBe(3)
    expect(await total({ search: 'SHOP' })).toBe(3)
    expect(await total({ search: '%' })).toBe(0)
    expect(await total({ deleted: true })).toBe(5)
    expect((await post(catalogSummaryRoute.path, { changes: { since: 'ages' } })).body).toEqual({
      error: 'changes.since: "ages" is not a valid duration. Use 7d, or 12h.',
    })
  })
})

describe('permissions', () => {
  test('denies access without permission to read the catalog', async () => {
    requester = { ...insider('viewer'), roles: [] }
    const responses = [catalogSummaryRoute.path, catalogChangesRoute.path].map((path) => post(path, {}))
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([403, 403])
    expect((await app.inject('/api/catalog/changes')).statusCode).toBe(403)
    expect((await app.inject(`/api/catalog/${makeId('01')}/as-of?at=0s`)).statusCode).toBe(403)
  })

  test('does not count an item that is hidden from the viewer, or its changes', async () => {
    await database.query(`update config_items set tags = '{"env":"secret"}' where id = $1`, [makeId('02')])
    requester = insider('denied')
    expect(await found({})).toBe('14 11 13')
    expect(await found({ id: makeId('02') })).toBe('')
    expect(await found({ id: makeId('02'), recursive: 'all' })).toBe('')
    expect(await found({ id: makeId('01'), recursive: 'all' })).toBe('14 11')
    expect(await found({ tags: 'env=secret' })).toBe('')
    const groups = await readSummary({ groupBy: ['env'], changes: { since: '30d' } })
    expect(groups.map(({ env, count, changes: changed, analysis }) => [env, count, changed, analysis])).toEqual([
      ['prod', 1, 2, null],
      ['test', 1, 1, null],
      [null, 1, 1, null],
    ])
    const readItemNow = async (end: string): Promise<unknown> =>
      JSON.parse((await app.inject(`/api/catalog/${makeId(end)}/as-of?at=0s`)).body)
    expect([await readItemNow('02'), await readItemNow('03')]).toEqual([
      null,
      expect.objectContaining({ facts: expect.objectContaining({ name: 'shop-2' }), document: '{}', gaps: [] }),
    ])
    requester = insider('granted')
    expect(await readItemNow('03')).toBeNull()
    expect([await found({}), await readSummary({})]).toEqual(['', []])
  })
})
