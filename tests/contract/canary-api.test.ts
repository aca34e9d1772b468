import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkSummaryResponseSchema } from '#shared/health/check-summary.ts'
import type { Database } from '#relay/database/database.ts'
import { canaryDocument, startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { openEmbedded } from '#tests/fixtures/databases.ts'

let database: Database
let backend: TestBackend
let id: string
const iso = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/)
const checkId = '0195c0de-0000-7000-8000-0000000000a1'

beforeAll(async () => {
  database = await openEmbedded()
  backend = await startTestBackend({
    database,
    resources: {
      'web.yaml': canaryDocument(
        'web',
        `  severity: high
  owner: web team
  icon: globe
  folder:
    - name: data
      description: where data lies
      path: /tmp
      labels: {tier: disk}
    - name: refused
      path: [5]
`,
        '@every 1h',
      ).replace('metadata:', 'metadata:\n  labels: {team: web, tier: none}'),
      'properties.yaml': 'logs.disable: true\n',
    },
  })
  id = await vi.waitFor(
    async () => {
      const row = await backend.row('data')
      if (row?.status !== 'healthy') throw new Error('the check has no result yet')
      return row.id
    },
    { timeout: 20_000 },
  )
})
afterAll(async () => {
  await backend.close()
  await database.close()
})

const get = async (path: string) => {
  const response = await backend.app.inject(`/api${path}`)
  return { status: response.statusCode, body: JSON.parse(response.body) as Record<string, unknown> }
}

const summaryNames = async (payload?: object) => {
  const { body } = await backend.app.inject({
    method: 'POST',
    url: '/api/canary/api/summary',
    headers: { 'content-type': 'application/json' },
    ...(payload !== undefined && { payload }),
  })
  return (checkSummaryResponseSchema.parse(JSON.parse(body)).checks_summary ?? []).map(({ name }) => name)
}

const run = (check: string) =>
  backend.app.inject({
    method: 'POST',
    url: `/api/canary/run/check/${check}`,
    headers: { 'content-type': 'application/json' },
  })

describe('GET /canary/api/summary', () => {
  test('returns every check with the fields of the contract and the console’s additions [HEALTH-36]', async () => {
    const { status, body } = await get('/canary/api/summary')
    expect(status).toBe(200)
    expect(Object.keys(body).sort((a, b) => a.localeCompare(b))).toEqual(['checks_summary', 'duration', 'runnerName'])
    const rows = checkSummaryResponseSchema.parse(body).checks_summary ?? []
    const data = rows.find(({ name }) => name === 'data')
    expect(data).toEqual({
      id,
      canary_id: expect.any(String),
      canary_name: 'web',
      canary_namespace: 'test',
      name: 'data',
      namespace: 'test',
      type: 'folder',
      icon: 'globe',
      description: 'where data lies',
      labels: { team: 'web', tier: 'disk' },
      severity: 'high',
      owner: 'web team',
      agent_id: '00000000-0000-0000-0000-000000000000',
      endpoint: '/tmp',
      schedule: '@every 1h',
      interval_ms: 3_600_000,
      created_at: expect.any(String),
      updated_at: iso,
      status: 'healthy',
      uptime: { passed: 1, failed: 0, last_pass: iso },
      latency: { p50: expect.any(Number), p95: expect.any(Number), p99: expect.any(Number), avg: expect.any(Number) },
      message: expect.any(String),
      last_transition_time: iso,
      last_runtime: iso,
      next_runtime: iso,
      checkStatuses: [{ time: iso, status: true, duration: expect.any(Number) }],
    })
    expect(rows.find(({ name }) => name === 'refused')).toMatchObject({
      status: '',
      checkStatuses: [],
      problem: expect.stringMatching(/^web\.yaml:\d+:\d+: path: /),
    })
  })

  test('accepts POST with a check or labels as filter', async () => {
    expect(await summaryNames()).toEqual(['data', 'refused'])
    expect(await summaryNames({ CheckID: id })).toEqual(['data'])
    expect(await summaryNames({ Labels: { tier: 'none' } })).toEqual(['refused'])
    expect(await summaryNames({ Labels: { tier: 'nowhere' } })).toEqual([])
  })
})

describe('GET /canary/api/graph', () => {
  const second = 1_000
  const start = Date.parse('2026-01-10T10:00:00Z')

  beforeAll(async () => {
    await database.query(
      `insert into checks (id, canary_id, type, name, deleted_at) select $1, id, 'http', 'graphed', now() from canaries`,
      [checkId],
    )
    for (let index = 0; index < 8; index++) {
      await database.query(
        'insert into check_statuses (check_id, time, status, duration, message, error) values ($1, $2, $3, $4, $5, $6)',
        [
          checkId,
          new Date(start + index * 30 * second),
          index !== 3,
          (index + 1) * 10,
          index === 3 ? null : `run ${index}`,
          index === 3 ? 'refused' : null,
        ],
      )
    }
    await database.query(
      `insert into check_statuses_1h (check_id, created_at, duration, total, passed, failed)
       values ($1, '2026-01-09T08:00:00Z', 1200, 120, 100, 20)`,
      [checkId],
    )
    await database.query(
      `insert into check_statuses_1d (check_id, created_at, duration, total, passed, failed)
       values ($1, '2026-01-09T00:00:00Z', 9999, 999, 999, 0), ($1, '2026-01-02T00:00:00Z', 5000, 100, 100, 0)`,
      [checkId],
    )
  })

  test('groups results of two hours by minute and omits false, empty and zero fields [HEALTH-34]', async () => {
    const range = 'start=2026-01-10T10:00:00Z&end=2026-01-10T11:00:00Z'
    const { status, body } = await get(`/canary/api/graph?check=${checkId}&${range}&count=300`)
    expect(status).toBe(200)
    expect(body).toEqual({
      runnerName: expect.any(String),
      duration: expect.any(Number),
      status: [
        { time: '2026-01-10T10:00:00.000Z', status: true, duration: 15, count: 2, passed: 2 },
        { time: '2026-01-10T10:01:00.000Z', duration: 35, count: 2, passed: 1, failed: 1 },
        { time: '2026-01-10T10:02:00.000Z', status: true, duration: 55, count: 2, passed: 2 },
        { time: '2026-01-10T10:03:00.000Z', status: true, duration: 75, count: 2, passed: 2 },
      ],
      latency: { p99: 80, p97: 80, p95: 80, rolling1h: 45 },
      uptime: {
        passed: 7,
        failed: 1,
        last_pass: '2026-01-10T10:03:30.000Z',
        last_fail: '2026-01-10T10:01:30.000Z',
      },
    })
  })

  test('returns messages on request', async () => {
    const range = 'start=2026-01-10T10:01:00Z&end=2026-01-10T10:02:00Z'
    const { body } = await get(`/canary/api/graph?check=${checkId}&${range}&includeMessages=true`)
    expect(body['status']).toEqual([
      {
        time: '2026-01-10T10:01:00.000Z',
        message: 'run 2',
        error: 'refused',
        duration: 35,
        count: 2,
        passed: 1,
        failed: 1,
      },
    ])
  })

  test('uses hourly results before single ones, and daily ones before those', async () => {
    const { body } = await get(`/canary/api/graph?check=${checkId}&start=2026-01-01T00:00:00Z&end=2026-01-10T12:00:00Z`)
    expect(body['status']).toEqual([
      { time: '2026-01-02T00:00:00.000Z', status: true, duration: 50, count: 100, passed: 100 },
      { time: '2026-01-09T08:00:00.000Z', duration: 10, count: 120, passed: 100, failed: 20 },
      { time: '2026-01-10T08:00:00.000Z', duration: 45, count: 8, passed: 7, failed: 1 },
    ])
    expect(body['uptime']).toMatchObject({ passed: 207, failed: 21 })
  })

  test('covers all checks of a whole canary', async () => {
    const canary = (await backend.row('data'))?.canary_id
    // The first result is visible before it is persisted.
    await vi.waitFor(async () => {
      const { body } = await get(`/canary/api/graph?canary_id=${canary}&start=2026-01-01T00:00:00Z`)
      expect(body['uptime']).toMatchObject({ passed: 208, failed: 21 })
    })
  })

  test('is empty without results', async () => {
    const { status, body } = await get('/canary/api/graph?check=0195c0de-0000-7000-8000-00000000ffff')
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: null, latency: { rolling1h: 0 }, uptime: { passed: 0, failed: 0 } },
    })
  })

  test('rejects invalid parameters with a message', async () => {
    expect(await get('/canary/api/graph?check=x')).toEqual({ status: 400, body: { error: '"x" is not a valid id.' } })
  })
})

describe('POST /canary/run/check/{id}', () => {
  test('runs the check immediately and returns its result, which can be read at once [HEALTH-29]', async () => {
    const { statusCode, body } = await run(id)
    const result = JSON.parse(body) as Record<string, unknown>
    expect(statusCode).toBe(200)
    expect(result).toEqual({
      name: 'data',
      start: iso,
      pass: true,
      invalid: false,
      detail: expect.any(Object),
      data: expect.any(Object),
      labels: { team: 'web', tier: 'disk' },
      duration: expect.any(Number),
      description: 'where data lies',
      display_type: '',
      message: expect.any(String),
      namespace: 'test',
      error: '',
      metrics: [],
      transformed: false,
      artifacts: [],
    })
    const { rows } = await database.query('select 1 from check_statuses where check_id = $1 and time = $2', [
      id,
      result['start'],
    ])
    expect(rows.length).toBe(1)
  })

  test('rejects unknown checks and checks that cannot run', async () => {
    const unknown = await run('0195c0de-0000-7000-8000-00000000ffff')
    expect([unknown.statusCode, JSON.parse(unknown.body)]).toEqual([
      404,
      { error: 'Check 0195c0de-0000-7000-8000-00000000ffff not found.' },
    ])
    const rejected = await run((await backend.row('refused'))?.id ?? '')
    expect(rejected.statusCode).toBe(500)
    expect(JSON.parse(rejected.body)).toEqual({ error: expect.stringMatching(/^The check cannot run\. web\.yaml:/) })
  })
})

test('GET /canary/about returns the version of the backend [API-32]', async () => {
  expect(await get('/canary/about')).toEqual({
    status: 200,
    body: { Timestamp: iso, Version: expect.stringMatching(/^v\d+\.\d+\.\d+$/) },
  })
})

test('GET /properties lists local properties before the rows, and a local one wins', async () => {
  await database.query(
    "insert into properties (name, value) values ('logs.disable', 'false'), ('topology.disable', 'true')",
  )
  const { body } = await get('/properties')
  expect(body).toEqual([
    { name: 'logs.disable', value: 'true', source: 'local', type: '', description: '' },
    { name: 'topology.disable', value: 'true', source: 'db', type: '', description: '' },
  ])
})

test('an unknown path responds with an error body', async () => {
  for (const path of ['/canary/api', '/nothing/here']) {
    expect(await get(path)).toEqual({ status: 404, body: { error: `GET /api${path} not found.` } })
  }
})

test.each([
  [['viewer'], 200, 403],
  [['responder'], 200, 200],
  [['commander'], 200, 200],
  [['editor'], 200, 200],
  [[], 403, 403],
])('roles %j read with %d and run with %d', async (roles, read, run) => {
  const other = await startTestBackend({ database, roles, resourcesDir: backend.resourcesDir })
  try {
    const summary = await other.app.inject('/api/canary/api/summary')
    const ran = await other.app.inject({ method: 'POST', url: `/api/canary/run/check/${id}` })
    const denied = ['unauthorized. Access Denied', 'text/plain; charset=utf-8', 'canaries']
    const actual = [ran.body, ran.headers['content-type'], ran.headers['x-rbac-object']]
    expect([summary.statusCode, ran.statusCode, actual[2] === 'canaries' ? actual : []]).toEqual([
      read,
      run,
      run === 403 ? denied : [],
    ])
  } finally {
    await other.stop()
  }
})
