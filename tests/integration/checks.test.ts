import { createServer } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import { canaryDocument, type TestBackend } from '#tests/fixtures/backend.ts'
import { checkingTests } from '#tests/fixtures/checking.ts'

const { database, http, start, started, target, waitOptions } = checkingTests()
const rowsByName = async () => (await started().rows()).sort((a, b) => (a.name < b.name ? -1 : 1))

const detailedResults = async () => {
  const sql = 'select status, details is not null as detailed from check_statuses order by time'
  return (await database().query<{ status: boolean; detailed: boolean }>(sql)).rows
}

test('keeps details of the first result of a check and of each transition', async () => {
  await start({ resources: { 'web.yaml': canaryDocument('web', http('home')) } })
  const goesOn = (status: boolean) =>
    vi.waitFor(async () => {
      const last = (await detailedResults()).slice(-2)
      expect(last.map((result) => result.status)).toEqual([status, status])
    }, waitOptions)
  await goesOn(true)
  target().state.status = 500
  await goesOn(false)
  const found = await detailedResults()
  expect(found.map(({ detailed }) => detailed)).toEqual(found.map(({ status }, at) => status !== found[at - 1]?.status))
})

test('a target that breaks and recovers changes its row, with transitions, history and events', async () => {
  const backend = await start({ resources: { 'web.yaml': canaryDocument('web', http('home')) } })
  const status = (wanted: string) =>
    vi.waitFor(async () => expect((await started().row('home'))?.status).toBe(wanted), waitOptions)
  await status('healthy')
  target().state.status = 500
  await status('unhealthy')
  const broken = await backend.row('home')
  expect(broken?.message).toMatch(/500/)
  expect(broken?.last_transition_time).toBe(broken?.uptime?.last_fail)
  target().state.status = 200
  await status('healthy')

  const healed = await backend.row('home')
  await vi.waitFor(async () => {
    const { rows } = await database().query<{ status: string; last_transition_time: string }>(
      'select status, last_transition_time from checks where id = $1',
      [healed?.id],
    )
    expect(rows.map((row) => [row.status, Date.parse(row.last_transition_time)])).toEqual([
      ['healthy', Date.parse(healed?.last_transition_time ?? '')],
    ])
  }, waitOptions)
  const { rows } = await database().query<{ status: boolean; message: string | null; error: string | null }>(
    'select status, message, error from check_statuses where check_id = $1 order by time',
    [healed?.id],
  )
  expect(rows.filter((row) => row.status).length).toBeGreaterThanOrEqual(2)
  const failures = rows.filter((row) => !row.status)
  expect(failures.filter(({ message, error }) => message !== null || !/500/.test(error ?? ''))).toEqual([])
  // The first result and both transitions. Changes are reported after their rows are written, so the rows may be read
  // before.
  await vi.waitFor(() => {
    const urgent = backend.changes.filter(({ relation, isUrgent }) => relation === 'checks' && isUrgent === true)
    expect(urgent.map(({ ids }) => ids)).toEqual([[healed?.id], [healed?.id], [healed?.id]])
  }, waitOptions)
  expect(backend.changes.some(({ relation }) => relation === 'check_statuses')).toBe(true)
})

test('a run that exceeds its interval never overlaps with the next and is recorded', async () => {
  target().state.hang = true
  const backend = await start({
    resources: { 'slow.yaml': canaryDocument('slow', http('slow', '      timeout: 2500ms\n')) },
  })
  await vi.waitFor(async () => {
    const { rows } = await database().query<{ errors: string[] }>(
      "select details->'errors' as errors from job_history where resource_type = 'canary' and status = 'WARNING'",
    )
    expect(rows.flatMap(({ errors }) => errors)).toContain(
      'slow: skipped a run because the previous one was still running.',
    )
  }, waitOptions)
  expect((await backend.row('slow'))?.message).toMatch(/No response within 2\.5 ?s/)
  expect(target().state.most).toBe(1)
})

test('a restart keeps ids, history and roll-ups', async () => {
  let backend = await start({ resources: { 'web.yaml': canaryDocument('web', http('home')) } })
  await vi.waitFor(
    async () => expect((await started().row('home'))?.checkStatuses?.length).toBeGreaterThanOrEqual(3),
    waitOptions,
  )
  await backend.stop()
  const before = await database().query<{ id: string; results: number; passed: number }>(
    `select checks.id, count(*)::int as results, count(*) filter (where check_statuses.status)::int as passed
       from checks join check_statuses on check_id = checks.id group by 1`,
  )
  target().state.status = 500
  const { resourcesDir } = backend
  backend = await start({ resourcesDir })
  const row = await backend.row('home')
  expect(before.rows.length).toBe(1)
  expect(row?.id).toBe(before.rows[0]?.id)
  expect(row?.checkStatuses?.length).toBeGreaterThanOrEqual(before.rows[0]?.results ?? 0)
  expect(row?.uptime?.passed).toBe(before.rows[0]?.passed)
  await vi.waitFor(async () => expect((await started().row('home'))?.status).toBe('unhealthy'), waitOptions)
  expect((await backend.row('home'))?.uptime?.last_pass).not.toBeUndefined()
})

describe('documents are reloaded when they change', () => {
  test('checks are added, changed and deleted; one that returns keeps its id', async () => {
    const backend = await start({ resources: { 'web.yaml': canaryDocument('web', http('home'), '@every 1h') } })
    const first = await backend.row('home')
    await backend.write('web.yaml', canaryDocument('web', http('landing'), '@every 1h'))
    await vi.waitFor(
      async () => expect((await started().rows()).map(({ name }) => name)).toEqual(['landing']),
      waitOptions,
    )
    await backend.write('web.yaml', canaryDocument('web', http('home', '      labels: {tier: front}\n'), '@every 1h'))
    await vi.waitFor(
      async () => expect((await started().rows()).map(({ name }) => name)).toEqual(['home']),
      waitOptions,
    )
    const again = await backend.row('home')
    expect({ id: again?.id, labels: again?.labels }).toEqual({ id: first?.id, labels: { tier: 'front' } })
    await backend.remove('web.yaml')
    await vi.waitFor(async () => expect(await started().rows()).toEqual([]), waitOptions)
    const { rows } = await database().query<{ gone: boolean }>('select deleted_at is not null as gone from canaries')
    expect(rows).toEqual([{ gone: true }])
  })
})

const listProblems = async (from: TestBackend) => ({
  checks: (await from.rows()).filter(({ name }) => name !== 'good').map(({ status, problem }) => `${status}${problem}`),
  documents: (await from.rejected()).map(({ file, line, column, reason }) => `${file}:${line}:${column}: ${reason}`),
})

const listLogged = ({ log }: TestBackend) =>
  log.flatMap((line) => /"msg":"document rejected: (.*)"}\s*$/.exec(line)?.[1]?.replaceAll('\\"', '"') ?? [])

test.each([
  ['replicas: 0', 'The canary is paused: replicas is 0.'],
  ['agentSelector: [eu-west]', 'The canary is for other agents (agentSelector: eu-west)'],
])('a canary with %s is valid, and its checks state why they do not run', async (field, reason) => {
  const backend = await start({
    resources: { 'web.yaml': canaryDocument('web', http('home')).replace('spec:\n', `spec:\n  ${field}\n`) },
  })
  await vi.waitFor(async () => expect((await listProblems(backend)).checks.join()).toContain(reason), waitOptions)
  expect([listLogged(backend), (await listProblems(backend)).documents]).toEqual([[], []])
})

describe('an invalid document', () => {
  test.each([
    [
      'broken YAML',
      () => 'kind: Canary\nmetadata: {name: x}\nspec:\n  http: [\n',
      /^bad\.yaml:\d+:\d+: Invalid YAML: /,
    ],
    [
      'an unknown kind',
      () => canaryDocument('web', http('home')).replace('kind: Canary', 'kind: Canry'),
      /^bad\.yaml:1:1: Unknown kind "Canry"\. Known kinds: /,
    ],
    [
      'an invalid cron line',
      () => canaryDocument('web', http('home'), '61 * * * *'),
      /^bad\.yaml:7:3: Invalid schedule "61 \* \* \* \*": /,
    ],
    [
      'a spec of text',
      () => 'kind: Canary\nmetadata: {name: x}\nspec: all\n',
      /^bad\.yaml:3:1: spec: must be a map, got the string "all"/,
    ],
    ['no checks', () => canaryDocument('web', ''), /^bad\.yaml:6:1: The canary has no checks\./],
    [
      'another kind',
      () => 'kind: Notification\nmetadata: {name: x}\nspec: {nonsense: 1}\n',
      /^bad\.yaml:3:\d+: spec\.nonsense: unknown field/,
    ],
  ])('with %s is listed as a document, not as a check', async (_description, text, problem) => {
    const backend = await start({
      resources: { 'bad.yaml': text(), 'good.yaml': canaryDocument('good', http('good')) },
    })
    const { checks, documents } = await listProblems(backend)
    expect({ checks, documents: documents.map((each) => problem.test(each) || each) }).toEqual({
      checks: [],
      documents: [true],
    })
    expect(listLogged(backend).filter((each) => problem.test(each))).toHaveLength(1)
    await vi.waitFor(async () => expect((await started().row('good'))?.status).toBe('healthy'), waitOptions)
  })

  test.each([
    [
      'an unknown check type',
      () => canaryDocument('web', '  htttp:\n    - name: home\n'),
      /^bad\.yaml:8:3: Unknown check type "htttp"\. Is "http" meant\?/,
    ],
    ['an unknown field', () => canaryDocument('web', http('home', '      ulr: x\n')), /^bad\.yaml:11:7: .*ulr/],
  ])('with %s lists its check with the position of the error', async (_description, text, problem) => {
    const backend = await start({
      resources: { 'bad.yaml': text(), 'good.yaml': canaryDocument('good', http('good')) },
    })
    const { checks, documents } = await listProblems(backend)
    expect({ checks: checks.map((each) => problem.test(each) || each), documents }).toEqual({
      checks: [true],
      documents: [],
    })
    expect(listLogged(backend).filter((each) => problem.test(each))).toHaveLength(1)
    await vi.waitFor(async () => expect((await started().row('good'))?.status).toBe('healthy'), waitOptions)
  })

  test('is visible to those who may read its kind, and its text to administrators', async () => {
    const resources = { 'bad.yaml': 'kind: Connection\nmetadata: {name: x}\nspec: {type: telex}\n' }
    let backend = await start({ resources, roles: ['viewer'] })
    expect(await backend.rejected()).toEqual([])
    await backend.stop()
    backend = await start({ resources })
    const [document] = await backend.rejected()
    expect(document).toMatchObject({ file: 'bad.yaml', line: 3, kind: 'Connection', name: 'x', hasText: true })
    const path = `/api/documents/rejected/${document?.id}/text`
    expect((await backend.app.inject(path)).json()).toEqual({ file: 'bad.yaml', line: 3, text: resources['bad.yaml'] })
    await backend.write('bad.yaml', '')
    await vi.waitFor(async () => expect((await started().app.inject(path)).statusCode).toBe(404), waitOptions)
    await backend.stop()
    backend = await start({ resources: { 'bad.yaml': 'kind: Canary\n' }, roles: ['editor'] })
    const [unread] = await backend.rejected()
    expect(unread).toMatchObject({ file: 'bad.yaml', hasText: false })
    expect((await backend.app.inject(`/api/documents/rejected/${unread?.id}/text`)).statusCode).toBe(403)
  })

  test.each([
    ['broken YAML', () => 'kind: Canary\nmetadata: {name: web, namespace: test}\nspec:\n  http: [\n'],
    ['an invalid cron line', () => canaryDocument('web', http('home'), 'often')],
    ['an unknown field', () => canaryDocument('web', http('home', '      ulr: x\n'))],
  ])(
    'that was valid before and now has %s keeps the last valid version running and reports it',
    async (_description, text) => {
      let backend = await start({ resources: { 'web.yaml': canaryDocument('web', http('home')) } })
      const first = await backend.row('home')
      await backend.write('web.yaml', text())
      await vi.waitFor(
        async () =>
          expect((await started().row('home'))?.problem).toMatch(
            /rejected, the last valid one stays active\. web\.yaml:\d+:\d+: /,
          ),
        waitOptions,
      )
      expect((await backend.row('home'))?.id).toBe(first?.id)
      const { requests } = target().state
      await vi.waitFor(() => expect(target().state.requests).toBeGreaterThan(requests + 1), waitOptions)

      const { resourcesDir } = backend
      await backend.stop()
      backend = await start({ resourcesDir })
      expect((await backend.row('home'))?.problem).toMatch(/rejected, the last valid one stays active/)
      const sinceRestart = target().state.requests
      await vi.waitFor(() => expect(target().state.requests).toBeGreaterThan(sinceRestart + 1), waitOptions)
    },
  )
})

test('schedules, changes and ends rows written through the data API', async () => {
  const backend = await start({ resources: { 'none.yaml': '' } })
  const { app } = backend
  await vi.waitFor(async () => expect((await started().row('console'))?.status).toBe('healthy'), waitOptions)
  const created = await app.inject({
    method: 'POST',
    url: '/api/db/canaries',
    headers: { prefer: 'return=representation' },
    payload: {
      name: 'mine',
      namespace: 'default',
      source: 'UI',
      spec: { schedule: '@every 1s', http: [{ name: 'mine', url: target().url }] },
    },
  })
  expect(created.statusCode).toBe(201)
  await vi.waitFor(async () => expect((await started().row('mine'))?.status).toBe('healthy'), waitOptions)
  const id = (await backend.row('mine'))?.canary_id
  await app.inject({
    method: 'PATCH',
    url: `/api/db/canaries?id=eq.${id}`,
    payload: { spec: { schedule: 'never', http: [] } },
  })
  await vi.waitFor(
    async () =>
      expect(await started().rejected()).toMatchObject([
        { file: '', kind: 'Canary', name: 'mine', reason: expect.stringMatching(/^Invalid schedule "never"\. Use /) },
      ]),
    waitOptions,
  )
  expect((await backend.rows()).some((row) => row.canary_id === id)).toBe(false)
  await app.inject({
    method: 'PATCH',
    url: `/api/db/canaries?id=eq.${id}`,
    payload: { deleted_at: new Date().toISOString() },
  })
  await vi.waitFor(async () => expect(await started().rejected()).toEqual([]), waitOptions)
})

const yearly = (url: string) => ({ schedule: '@yearly', http: [{ name: 'yearly', url }] })

test('a check runs at once when it is created or its spec is edited, however long its interval', async () => {
  const backend = await start({ resources: { 'none.yaml': '' } })
  const write = (method: 'POST' | 'PATCH', query: string, payload: object) =>
    backend.app.inject({ method, url: `/api/db/canaries${query}`, payload })
  await write('POST', '', { name: 'yearly', namespace: 'default', source: 'UI', spec: yearly('http://127.0.0.1:1/') })
  await vi.waitFor(async () => expect((await backend.row('yearly'))?.status).toBe('unhealthy'), waitOptions)
  await write('PATCH', '?name=eq.yearly', { spec: yearly(target().url) })
  await vi.waitFor(async () => expect((await backend.row('yearly'))?.status).toBe('healthy'), waitOptions)
})

test('the console checks itself on an empty first start, but not after that check was deleted', async () => {
  let backend = await start()
  await vi.waitFor(async () => {
    expect((await rowsByName()).map(({ name, status, message }) => [name, status, message])).toEqual([
      ['console', 'healthy', expect.stringMatching(/200/)],
      ['database', 'healthy', 'The database is up.'],
      ['disk space', 'healthy', expect.any(String)],
      ['name resolution', 'healthy', expect.stringMatching(/127\.0\.0\.1/)],
      ['notifications', 'healthy', 'No failed notifications.'],
    ])
  }, waitOptions)
  const { resourcesDir, app } = backend
  await app.inject({
    method: 'PATCH',
    url: '/api/db/canaries?name=eq.console',
    payload: { deleted_at: new Date().toISOString() },
  })
  await vi.waitFor(async () => expect(await started().rows()).toEqual([]), waitOptions)
  await backend.stop()
  backend = await start({ resourcesDir })
  expect(await backend.rows()).toEqual([])
})

test('job history keeps few good runs of a canary and all failed ones; failing checks do not fail a job', async () => {
  target().state.body = '1'
  const judged = http('home', "      test: { expr: 'int(content) > 0' }\n")
  await start({ resources: { 'web.yaml': canaryDocument('web', judged) } })
  const counts = async () => {
    const { rows } = await database().query<{ status: string; count: number; newest: string }>(
      "select status, count(*)::int as count, max(time_start) as newest from job_history where resource_type = 'canary' group by 1",
    )
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
  }
  const unhealthyJobs = async () => {
    const { rows } = await database().query<{ count: number }>(
      `select count(*)::int as count from job_history
        where resource_type = 'canary' and status = 'SUCCESS' and details -> 'checks' ->> 'failed' = '1'`,
    )
    return rows[0]?.count
  }
  await vi.waitFor(() => expect(target().state.requests).toBeGreaterThan(5), waitOptions)
  target().state.status = 500
  target().state.body = '0'
  await vi.waitFor(async () => expect(await unhealthyJobs()).toBe(3), waitOptions)
  expect(await counts()).toEqual({ SUCCESS: 3 })
  target().state.body = 'hello'
  await vi.waitFor(async () => expect((await counts())['FAILED']).toBeGreaterThanOrEqual(4), waitOptions)
  expect((await counts())['SUCCESS']).toBe(3)
  const { rows } = await database().query<{ resource_name: string; error_count: number; errors: string[] }>(
    "select resource_name, error_count, details->'errors' as errors from job_histories where status = 'FAILED' limit 1",
  )
  expect(rows[0]).toMatchObject({ resource_name: 'web', error_count: 1 })
  expect(rows[0]?.errors[0]).toMatch(/^home: test: /)
})

const latestJobs = async () => {
  const { rows } = await database().query<{ took: number; spread: number; work: number }>(
    `select duration_millis as took, (extract(epoch from time_end - time_start) * 1000)::int as spread,
            (select sum(duration)::int from check_statuses where time >= time_start and time <= time_end) as work
       from job_history where resource_type = 'canary' and status <> 'RUNNING'`,
  )
  return rows
}

test('the duration of a canary job is the time that its checks took, not the interval over which they are spread', async () => {
  const entries = Array.from({ length: 4 }, (_, index) => `    - { name: q${index}, url: '${target().url}${index}' }\n`)
  const document = canaryDocument('quick', `  http:\n${entries.join('')}`, '@every 4s')
  await start({ resources: { 'quick.yaml': document } })
  await vi.waitFor(async () => {
    const spread = (await latestJobs()).filter((job) => job.spread > 1_000)
    expect(spread).not.toEqual([])
    expect(spread.filter(({ took, work }) => took > work + 4)).toEqual([])
  }, 30_000)
})

test('transform creates separate checks, which are deleted when no longer returned', async () => {
  let names = ['a', 'b']
  const server = createServer((_request, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(names.map((name) => ({ name, up: name !== 'b' })))),
  )
  const port = await listen(server)
  try {
    await start({
      resources: {
        'parts.yaml': canaryDocument(
          'parts',
          `  http:
    - name: parts
      url: http://127.0.0.1:${port}/
      transform:
        expr: 'json.map(p, {"name": p.name, "pass": p.up, "message": "part " + p.name})'
`,
        ),
      },
    })
    await vi.waitFor(async () => {
      expect((await rowsByName()).map(({ name, status }) => [name, status])).toEqual([
        ['a', 'healthy'],
        ['b', 'unhealthy'],
        ['parts', 'healthy'],
      ])
    }, waitOptions)
    names = ['a']
    await vi.waitFor(
      async () => expect((await rowsByName()).map(({ name }) => name)).toEqual(['a', 'parts']),
      waitOptions,
    )
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
