import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { generateAgentRoute, pushRoute, type Push } from '#shared/agents/agent-routes.ts'
import { readHistories } from '#relay/backend/checks/store/status-store.ts'
import type { Database } from '#relay/database/database.ts'
import { canaryDocument, startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { startRoughNetwork } from '#tests/fixtures/rough-network.ts'

let upstream: TestBackend
beforeAll(async () => {
  upstream = await startTestBackend({ resources: { 'none.yaml': '' } })
})
afterAll(() => upstream.close())

const generate = async (name: string) => {
  const response = await upstream.app.inject({
    method: 'POST',
    url: '/api/agent/generate',
    payload: { name, properties: { region: 'eu' } },
  })
  expect(response.statusCode).toBe(201)
  return generateAgentRoute.response.required().parse(response.json())
}

const push = async (token: string, payload: Push | string) => {
  const response = await upstream.app.inject({
    method: 'POST',
    url: '/api/agent/push',
    headers: { authorization: `Basic ${Buffer.from(`token:${token}`).toString('base64')}` },
    payload,
  })
  const body: unknown = response.json()
  return { status: response.statusCode, body }
}

const uuid = (digit: number | string) => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`
const canary = (id: string, name = 'shop') => ({
  id,
  name,
  namespace: 'test',
  spec: JSON.stringify({ schedule: '@every 30s', http: [{ name: 'home', url: 'https://u:hunter2@shop.test' }] }),
})
const check = (id: string, canaryId: string, name = 'home') => ({
  id,
  canary_id: canaryId,
  type: 'http',
  name,
  namespace: 'test',
})
const result = (checkId: string, at: number, status = true) => ({
  check_id: checkId,
  time: new Date(at).toISOString(),
  status,
  duration: 12,
  message: status ? null : 'down',
})

const countRows = async (database: Database, sql: string, parameters: readonly unknown[] = []): Promise<number> =>
  (await database.query<{ count: number }>(`select count(*)::int as count from ${sql}`, parameters)).rows[0]?.count ?? 0

describe('an agent', () => {
  test('is created with a token that is shown once and stored as a hash [SET-92]', async () => {
    const { id, agent_id, access_token, username } = await generate('hashed')
    expect(username).toBe('hashed')
    const { rows } = await upstream.database.query(
      `select agents.name, agents.properties, agents.person_id, people.type from agents join people on people.id = person_id
        where agents.id = $1`,
      [agent_id],
    )
    expect(rows).toEqual([{ name: 'hashed', properties: { region: 'eu' }, person_id: id, type: 'agent' }])
    const stored = await upstream.database.query('select * from relay.agent_tokens where agent_id = $1', [agent_id])
    expect(JSON.stringify(stored.rows)).not.toContain(access_token)
    const again = await upstream.app.inject({ method: 'POST', url: '/api/agent/generate', payload: { name: 'hashed' } })
    expect([again.statusCode, again.json()]).toEqual([
      409,
      { error: 'An agent named hashed already exists. Choose another name, or delete that agent.' },
    ])
  })

  test('is rejected with a message without a token, with a wrong or replaced one, and once it is deleted', async () => {
    const { access_token, agent_id } = await generate('refused')
    expect((await push(access_token, {})).status).toBe(200)
    expect((await push('qda_wrong', {})).status).toBe(401)
    const renewed = await upstream.app.inject({ method: 'POST', url: `/api/agent/token/${agent_id}` })
    const next = renewed.json<{ access_token: string }>().access_token
    expect(await push(access_token, {})).toEqual({
      status: 401,
      body: {
        error: 'Unknown agent token. It was mistyped or replaced by a newer one; generate a new token for the agent.',
      },
    })
    expect((await push(next, {})).status).toBe(200)
    await upstream.app.inject({
      method: 'PATCH',
      url: `/api/db/agents?id=eq.${agent_id}`,
      payload: { deleted_at: 'now()' },
    })
    expect(await push(next, {})).toEqual({
      status: 401,
      body: { error: 'Agent refused was deleted. Add it again and use the new token.' },
    })
  })

  test('writes each row once, however often it is pushed, and only its own rows', async () => {
    const [one, two] = [await generate('one'), await generate('two')]
    const rows = {
      canaries: [canary(uuid(1))],
      checks: [check(uuid(2), uuid(1))],
      check_statuses: [
        result(uuid(2), Date.now() - 60_000),
        { ...result(uuid(2), Date.now() - 30_000, false), message: '200 OK', error: 'connection refused' },
      ],
    }
    for (const { access_token } of [one, one, two]) expect((await push(access_token, { rows })).status).toBe(200)
    const ofAgent = 'check_statuses join checks on checks.id = check_id where agent_id = $1'
    expect(await countRows(upstream.database, ofAgent, [one.agent_id])).toBe(2)
    expect(await countRows(upstream.database, ofAgent, [two.agent_id])).toBe(2)
    const listed = (await upstream.rows()).filter(({ agent_id }) => agent_id === one.agent_id)
    expect(listed.map(({ name, status, message }) => [name, status, message])).toEqual([
      ['home', 'unhealthy', 'connection refused'],
    ])
    const afterRestart = await readHistories(upstream.database, Date.now(), [listed[0]?.id ?? ''])
    expect([...afterRestart.values()].map(({ outcomes }) => outcomes.at(-1)?.message)).toEqual(['connection refused'])

    // A missing result of `often` must not be counted as a miss.
    const often = {
      ...canary(uuid(3), 'often'),
      spec: JSON.stringify({ interval: 45, http: [{ name: 'door', url: 'http://a' }] }),
    }
    const more = { canaries: [often], checks: [check(uuid(4), uuid(3), 'door')] }
    expect((await push(one.access_token, { rows: more })).status).toBe(200)
    const intervals = (await upstream.rows()).filter(({ agent_id }) => agent_id === one.agent_id)
    expect(Object.fromEntries(intervals.map(({ name, interval_ms: ms }) => [name, ms]))).toEqual({
      door: 45_000,
      home: 30_000,
    })

    // Ids of rows that belong to other agents or this console must have no effect, even with the agent_id of the
    // sender.
    const { rows: victims } = await upstream.database.query<{ id: string; canary_id: string }>(
      'select id, canary_id from checks where agent_id = $1',
      [one.agent_id],
    )
    const [victim] = victims
    if (victim === undefined) throw new Error('there is no check')
    const forged = { ...canary(victim.canary_id, 'stolen'), agent_id: one.agent_id, source: 'UI', created_by: uuid(9) }
    expect((await push(two.access_token, { rows: { canaries: [forged] } })).status).toBe(200)
    const strays = { check_statuses: [result(victim.id, Date.now())] }
    expect(await push(two.access_token, { rows: strays })).toMatchObject({
      status: 200,
      body: { missing: { checks: [victim.id] } },
    })
    expect(await countRows(upstream.database, "canaries where name = 'stolen' and agent_id = $1", [one.agent_id])).toBe(
      0,
    )
    expect(await countRows(upstream.database, ofAgent, [one.agent_id])).toBe(2)
    expect(await countRows(upstream.database, "canaries where name = 'stolen' and source = 'Push'")).toBe(1)
  })

  test('accepts columns that are left out, and JSON columns as values', async () => {
    const { access_token: token, agent_id: agentId } = await generate('sparse')
    const rows = {
      config_items: [
        { id: uuid(1), config_class: 'Pod', type: 'Pod', name: 'web', labels: { app: 'web' }, config: { a: 1 } },
      ],
      config_changes: [{ id: uuid(2), config_id: uuid(1), change_type: 'diff' }],
      components: [{ id: uuid(3), name: 'shop', external_id: 'shop', status: '' }],
    }
    expect(await push(token, { rows })).toMatchObject({ status: 200, body: { missing: {} } })
    const { rows: items } = await upstream.database.query(
      `select config, items.labels, count, hidden from config_items as items
         join config_changes on config_id = items.id join components on components.agent_id = items.agent_id
        where items.agent_id = $1`,
      [agentId],
    )
    expect(items).toEqual([{ config: { a: 1 }, labels: { app: 'web' }, count: 1, hidden: false }])
  })

  test('reports labels of canaries, which its checks carry', async () => {
    const { access_token, agent_id } = await generate('labelled')
    const labelled = (labels: object) => ({ ...canary(uuid(1)), labels: JSON.stringify(labels) })
    const own = { ...check(uuid(2), uuid(1)), labels: JSON.stringify({ tier: 'back' }) }
    const stored = async () =>
      (
        await upstream.database.query<{ labels: unknown }>('select labels from checks where agent_id = $1', [agent_id])
      ).rows.map(({ labels }) => labels)
    await push(access_token, { rows: { canaries: [labelled({ team: 'web', tier: 'front' })], checks: [own] } })
    expect(await stored()).toEqual([{ team: 'web', tier: 'back' }])
    await push(access_token, { rows: { canaries: [labelled({ stage: 'test' })] } })
    expect(await stored()).toEqual([{ stage: 'test', tier: 'back' }])
    const reconciled = upstream.changes.filter(({ relation }) => relation === 'checks').length
    await push(access_token, { rows: { checks: [own] } })
    expect(await stored()).toEqual([{ stage: 'test', tier: 'back' }])
    expect(upstream.changes.filter(({ relation }) => relation === 'checks')).toHaveLength(reconciled)
  })

  test('runs its own checks: the console rejects runs and names where they can be run', async () => {
    const { access_token, agent_id } = await generate('remote')
    const rows = { canaries: [canary(uuid(1))], checks: [check(uuid(2), uuid(1))] }
    expect((await push(access_token, { hostname: 'host.example', rows })).status).toBe(200)
    const { rows: checks } = await upstream.database.query<{ id: string }>(
      'select id from checks where agent_id = $1',
      [agent_id],
    )
    await eventually(async () => expect((await upstream.rows()).some(({ id }) => id === checks[0]?.id)).toBe(true))
    const response = await upstream.app.inject({ method: 'POST', url: `/api/canary/run/check/${checks[0]?.id}` })
    expect([response.statusCode, response.json()]).toEqual([
      409,
      {
        error: 'This check runs only on the agent remote. Run it in the console of remote (host.example).',
      },
    ])
  })

  test('stores no secret in plain text and sends none', async () => {
    const { access_token, agent_id } = await generate('secretive')
    await push(access_token, { rows: { canaries: [canary(uuid(1))] } })
    const { rows } = await upstream.database.query<{ spec: string }>(
      'select spec::text as spec from canaries where agent_id = $1',
      [agent_id],
    )
    expect(rows[0]?.spec).toContain('sealed:v2:')
    expect(rows[0]?.spec).not.toContain('hunter2')
  })

  test.each<[string, Push | string, number, string]>([
    ['invalid JSON', '{"rows":', 400, 'The body is not valid JSON.'],
    ['an unknown relation', { rows: { people: [{ id: uuid(1) }] } }, 400, 'Rows of people are not supported'],
    ['an invalid id', { rows: { canaries: [{ ...canary('1; drop table canaries') }] } }, 400, 'Row 1 of canaries: id'],
    [
      'an invalid time',
      { rows: { check_statuses: [{ ...result(uuid(2), 0), time: 'infinity' }] } },
      400,
      'must be a time',
    ],
    ['a time far in the future', { rows: { check_statuses: [result(uuid(2), Date.now() + 10 ** 9)] } }, 409, 'clock'],
    [
      'a row without required columns',
      { rows: { canaries: [{ id: uuid(3) }] } },
      400,
      'The database rejected the rows: ',
    ],
    [
      'a number instead of a string',
      { rows: { canaries: [{ ...canary(uuid(3)), name: 3 }] } },
      400,
      'Row 1 of canaries: name',
    ],
    [
      'too many rows',
      { rows: { canaries: Array.from({ length: 2_001 }, () => canary(uuid(3))) } },
      400,
      'rows.canaries',
    ],
    [
      'a document that is nested too deep',
      { rows: { canaries: [{ ...canary(uuid(3)), spec: '['.repeat(1_000) }] } },
      400,
      'spec',
    ],
  ])('gets an error message for %s', async (name, payload, status, message) => {
    const { access_token, agent_id } = await generate(`wrong-${name.replaceAll(' ', '-')}`)
    const response = await push(access_token, payload)
    expect(response.status).toBe(status)
    expect(JSON.stringify(response.body)).toContain(message)
    expect(await countRows(upstream.database, 'canaries where agent_id = $1', [agent_id])).toBe(0)
  })

  test('deleted with a clean-up removes only what it reported [SET-91]', async () => {
    const [deleted, stays] = [await generate('gone'), await generate('stays')]
    const item = { id: uuid(5), config_class: 'Node', type: 'Node', name: 'web', external_id: ['web'] }
    const rows = { canaries: [canary(uuid(1))], checks: [check(uuid(2), uuid(1))], config_items: [item] }
    for (const { access_token } of [deleted, stays]) await push(access_token, { rows })
    await upstream.app.inject({
      method: 'PATCH',
      url: `/api/db/agents?id=eq.${deleted.agent_id}`,
      payload: { deleted_at: 'now()', cleanup: true },
    })
    const left = (agentId: string) =>
      Promise.all(
        ['canaries', 'checks', 'config_items'].map((name) =>
          countRows(upstream.database, `${name} where agent_id = $1 and deleted_at is null`, [agentId]),
        ),
      )
    await eventually(async () => expect(await left(deleted.agent_id)).toEqual([0, 0, 0]))
    expect(await left(stays.agent_id)).toEqual([1, 1, 1])
    await eventually(async () =>
      expect((await upstream.rows()).some(({ agent_id }) => agent_id === deleted.agent_id)).toBe(false),
    )
  })
})

describe('a console that reports to another one', () => {
  test('delivers each of 10,000 results once, over network cuts and kills on either side', async () => {
    const network = await startRoughNetwork()
    const { access_token: token, agent_id: agentId } = await generate('edge')
    network.leadTo(Number(new URL(upstream.url).port))
    const database = await openServer()
    const start = () =>
      startTestBackend({
        database,
        resources: {
          'edge.yaml': canaryDocument('edge', '  tcp:\n    - name: self\n      endpoint: 127.0.0.1:1\n', '@daily'),
        },
        upstream: { url: network.url, token },
      })
    let agent = await start()
    onTestFinished(async () => {
      await agent.close()
      await database.close()
      await network.stop()
    })
    const ofEdge = 'check_statuses join checks on checks.id = check_id where agent_id = $1'
    const own = async () => countRows(database, 'check_statuses')
    await eventually(async () =>
      expect(await countRows(upstream.database, 'checks where agent_id = $1', [agentId])).toBe(1),
    )

    const add = async (count: number, hoursAgo: number) =>
      database.query(
        `insert into check_statuses (check_id, time, status, duration)
         select id, now() - make_interval(hours => $2) + n * interval '1 second', n % 97 <> 0, n % 50
           from checks cross join generate_series(1, $1::int) as n`,
        [count, hoursAgo],
      )
    // Responses stop first, so that accepted rows are sent again.
    await add(4_000, 20)
    network.stall(() => true)
    network.cut(() => true)
    network.leadTo(1)
    await add(3_000, 10)
    await agent.stop()
    network.leadTo(Number(new URL(upstream.url).port))
    agent = await start()
    await eventually(async () => expect(await countRows(upstream.database, ofEdge, [agentId])).toBeGreaterThan(1_000))
    await agent.stop()
    await add(3_000, 5)
    agent = await start()
    network.cut(() => true)
    const { resourcesDir, database: sharedDatabase } = upstream
    await upstream.stop()
    upstream = await startTestBackend({ database: sharedDatabase, resourcesDir })
    network.leadTo(Number(new URL(upstream.url).port))

    await eventually(async () => expect(await countRows(database, 'check_statuses where not is_pushed')).toBe(0))
    expect(await own()).toBeGreaterThanOrEqual(10_000)
    const sums = `select count(*)::int as count, count(distinct time)::int as times, sum(duration)::int as duration,
      count(*) filter (where check_statuses.status)::int as passed from ${ofEdge.replace('$1', '$1::uuid')}`
    // The last start adds a result of its own.
    await eventually(async () => {
      const localSums = await database.query(sums, ['00000000-0000-0000-0000-000000000000'])
      const upstreamSums = await upstream.database.query(sums, [agentId])
      expect(upstreamSums.rows).toEqual(localSums.rows)
    })
    const { rows: hours } = await upstream.database.query(
      `select sum(total)::int as count from check_statuses_1h join checks on checks.id = check_id
        where agent_id = $1 and check_statuses_1h.created_at < now() - interval '2 hours'`,
      [agentId],
    )
    expect(hours).toEqual([{ count: 10_000 }])
  })

  test('reports why it cannot push, keeps pending rows, and counts rows deleted before they were reported', async () => {
    const database = await openServer()
    const agent = await startTestBackend({
      database,
      resources: { 'a.yaml': canaryDocument('a', '  tcp:\n    - name: self\n      endpoint: 127.0.0.1:1\n') },
      upstream: { url: 'http://127.0.0.1:1', token: 'qda_none' },
    })
    onTestFinished(async () => {
      await agent.close()
      await database.close()
    })
    const state = async () => (await agent.app.inject('/api/agent/upstream')).json<Record<string, unknown>>()
    await eventually(async () => expect(await state()).toMatchObject({ state: 'failing', agent: null, lost: [] }))
    expect((await state())['reason']).toContain('http://127.0.0.1:1 cannot be reached')
    await eventually(async () => expect((await state())['waiting']).toBeGreaterThan(2))
    await database.query('delete from check_statuses')
    expect((await state())['lost']).toMatchObject([{ relation: 'check_statuses', reason: 'deleted' }])
  })

  test('reports its catalog and topologies with their dependencies', async () => {
    const { access_token: token, agent_id: agentId } = await generate('catalog')
    const database = await openServer()
    await database.query(`
      insert into config_scrapers (id, name, spec, source) values ('${uuid(1)}', 's', '{}', 'UI');
      insert into config_items (id, scraper_id, config_class, type, name, external_id, config)
      values ('${uuid(2)}', '${uuid(1)}', 'Node', 'Node', 'host', '{host}', '{"a": 1}');
      insert into config_items (id, parent_id, path, config_class, type, name, external_id)
      values ('${uuid(3)}', '${uuid(2)}', '${uuid(2)}', 'Pod', 'Pod', 'web', '{web}');
      insert into config_changes (config_id, change_type, diff) values ('${uuid(3)}', 'diff', '+ b');
      insert into config_analysis (config_id, analyzer, summary) values ('${uuid(3)}', 'trivy', 'old');
      insert into config_relationships (config_id, related_id, relation) values ('${uuid(2)}', '${uuid(3)}', 'runs');
      insert into topologies (id, name, namespace, spec) values ('${uuid(4)}', 't', 'default', '{}');
      insert into components (id, topology_id, external_id, name, status) values
        ('${uuid(5)}', '${uuid(4)}', 'c', 'shop', 'healthy');
      insert into config_component_relationships (component_id, config_id) values ('${uuid(5)}', '${uuid(3)}');
    `)
    const agent = await startTestBackend({
      database,
      resources: { 'none.yaml': '' },
      upstream: { url: upstream.url, token },
    })
    onTestFinished(async () => {
      await agent.close()
      await database.close()
    })
    const arrived = async () =>
      (
        await upstream.database.query(
          `select host.config, pod.path = host.id::text as is_below, changes.diff, analysis.summary, link.relation, link.deleted_at,
                  components.name as component
             from config_items pod
             join config_items host on host.id = pod.parent_id
             join config_scrapers on config_scrapers.id = host.scraper_id and config_scrapers.agent_id = $1
             join config_changes changes on changes.config_id = pod.id
             join config_analysis analysis on analysis.config_id = pod.id
             join config_relationships link on link.related_id = pod.id and link.config_id = host.id
             join config_component_relationships bound on bound.config_id = pod.id
             join components on components.id = bound.component_id
             join topologies on topologies.id = components.topology_id and topologies.source = 'Push'
            where pod.agent_id = $1`,
          [agentId],
        )
      ).rows
    const whole = { config: { a: 1 }, is_below: true, diff: '+ b', summary: 'old', relation: 'runs', component: 'shop' }
    await eventually(async () => expect(await arrived()).toEqual([{ ...whole, deleted_at: null }]))
    await database.query(`update config_items set config = '{"a": 2}' where name = 'host'`)
    await database.query('update config_relationships set deleted_at = now()')
    await agent.app.inject({
      method: 'POST',
      url: '/api/db/canaries',
      payload: { name: 'n', namespace: 'x', spec: {} },
    })
    await eventually(async () =>
      expect(await arrived()).toEqual([{ ...whole, config: { a: 2 }, deleted_at: expect.any(String) }]),
    )
  })
})

test('the push path is only open to agents', async () => {
  const response = await upstream.app.inject({ method: 'POST', url: pushRoute.path, payload: {} })
  expect(response.statusCode).toBe(401)
})
