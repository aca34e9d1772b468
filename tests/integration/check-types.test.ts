import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import pg from 'pg'
import { Duration } from '#relay/backend/templates/duration.ts'
import { formatEndpoint, listSpecErrors, runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import { startTcp } from '#relay/testing/servers.ts'
import { startRedis, type Redis } from '#tests/fixtures/redis.ts'

describe('the PostgreSQL check', () => {
  const url = inject('postgresUrl')
  let watcher: pg.Client
  beforeAll(async () => {
    watcher = new pg.Client({ connectionString: url })
    await watcher.connect()
  })
  afterAll(() => watcher.end())
  const sessions = async (): Promise<number> => {
    const { rows } = await watcher.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where application_name = 'quarterdeck check'",
    )
    return rows[0]?.count ?? -1
  }

  test('runs its query and returns the rows', async () => {
    const query = "select 1 as one, 'x' as text union all select 2, null order by 1"
    const rows = [
      { one: 1, text: 'x' },
      { one: 2, text: null },
    ]
    expect(await runCheckType('postgres', { url, query, results: 2 })).toEqual({
      pass: true,
      message: expect.stringMatching(/^2 rows in \d+ ms$/) as string,
      durationMs: expect.any(Number) as number,
      details: { rows, count: 2, elapsed: expect.any(Duration) as Duration, results: { rows, count: 2 } },
    })
    await vi.waitFor(async () => expect(await sessions()).toBe(0))
  })

  test('checks only the connection when it has no query', async () => {
    expect(await runCheckType('postgresql', { connection: url })).toMatchObject({ pass: true, details: { count: 1 } })
  })

  test.each([
    [{ query: 'select 1', results: 3 }, 'Expected 3 rows, got 1.'],
    [{ query: 'selec 1' }, 'syntax error at or near "selec".'],
    [{ query: 'select * from nowhere' }, 'relation "nowhere" does not exist.'],
  ])('reports what is wrong with %j', async (spec, message) => {
    expect(await runCheckType('postgres', { url, ...spec })).toMatchObject({ pass: false, message })
  })

  test('signs in as the user in the check', async () => {
    await watcher.query("create role quarter login password 'p@ss/word'")
    const login = { username: 'quarter', password: { value: 'p@ss/word' } }
    const query = 'select current_user as name'
    expect(await runCheckType('postgres', { url, ...login, query })).toMatchObject({
      details: { rows: [{ name: 'quarter' }] },
    })
    const template = new URL(url)
    const address = `postgres://$(username):$(password)@localhost${template.pathname}${template.search}`
    const result = await runCheckType('postgres', { connection: address, ...login, query })
    expect(result).toMatchObject({ details: { rows: [{ name: 'quarter' }] } })
    expect(JSON.stringify(result)).not.toContain('word')
  })

  test('parses keyword and semicolon connection strings, and shows no password of them', async () => {
    await watcher.query("create role keyword login password 'hun''ter; 22'")
    const { hostname, port, pathname, searchParams } = new URL(url)
    const host = searchParams.get('host') ?? hostname
    const at = searchParams.get('port') ?? port
    const query = 'select current_user as name'
    for (const text of [
      `host=${host}${at === '' ? '' : ` port=${at}`} user=keyword password='hun\\'ter; 22' dbname=${pathname.slice(1)}`,
      `Host=${host};${at === '' ? '' : `Port=${at};`}Username=keyword;Password="hun'ter; 22";Database=${pathname.slice(1)}`,
    ]) {
      for (const spec of [{ url: text }, { connection: text }])
        expect(await runCheckType('postgres', { ...spec, query })).toMatchObject({
          pass: true,
          details: { rows: [{ name: 'keyword' }] },
        })
      const echoed = await runCheckType('postgres', { url: text, query: `select 'hun''ter; 22'::int` })
      expect(echoed).toMatchObject({ pass: false, message: expect.stringContaining('***') as string })
      expect(JSON.stringify(echoed)).not.toContain('ter; 22')
      expect(formatEndpoint('postgres', { url: text })).not.toMatch(/ter; 22|keyword/)
    }
  })

  test('reports a missing database', async () => {
    const other = new URL(url)
    other.pathname = '/nowhere'
    expect(await runCheckType('postgres', { url: other.href })).toMatchObject({
      pass: false,
      message: 'database "nowhere" does not exist.',
    })
  })

  test('keeps the first thousand rows of a long result and counts the others', async () => {
    const result = await runCheckType('postgres', { url, query: 'select generate_series(1, 300000) as n' })
    expect(result.details).toMatchObject({ count: 300_000 })
    expect(result.details?.['rows']).toHaveLength(1000)
  })

  test('leaves no session after a timeout', async () => {
    const running = runCheckType('postgres', { url, query: 'select pg_sleep(60)' }, { timeoutMs: 400 })
    await vi.waitFor(async () => expect(await sessions()).toBe(1))
    expect(await running).toEqual({ pass: false, message: 'No response within 400 ms.' })
    await vi.waitFor(async () => expect(await sessions()).toBe(0))
  })

  test('reports its timeout in its own message, however busy the machine is', async () => {
    await runCheckType('postgres', { url })
    const running = runCheckType('postgres', { url, query: 'select pg_sleep(60)' }, { timeoutMs: 400 })
    setTimeout(() => {
      const busyUntil = performance.now() + 300
      while (performance.now() < busyUntil);
    }, 350)
    expect(await running).toEqual({ pass: false, message: 'No response within 400 ms.' })
  })

  test('leaves no session after an abort', async () => {
    const stop = new AbortController()
    const running = runCheckType(
      'postgres',
      { url, query: 'select pg_sleep(60)' },
      { signal: stop.signal, timeoutMs: 5000 },
    )
    await vi.waitFor(async () => expect(await sessions()).toBe(1))
    stop.abort()
    expect(await running).toEqual({ pass: false, message: 'The check was stopped before it finished.' })
    await vi.waitFor(async () => expect(await sessions()).toBe(0))
  })
})

describe('the Redis check', () => {
  const password = 'correct-horse'
  let server: Redis
  beforeAll(async () => {
    server = await startRedis({ password })
  })
  afterAll(() => server.stop())
  const addr = () => `${server.host}:${server.port}`

  test('signs in, selects the database and pings', async () => {
    expect(await runCheckType('redis', { addr: addr(), db: 3, password: { value: password } })).toEqual({
      pass: true,
      message: expect.stringMatching(/^PONG from database 3 in \d+ ms$/) as string,
      durationMs: expect.any(Number) as number,
      details: { pong: 'PONG', database: 3, elapsedMs: expect.any(Number) as number },
    })
  })

  test('takes user and password from an address', async () => {
    expect(await runCheckType('redis', { url: `redis://:${password}@${addr()}/2` })).toMatchObject({
      pass: true,
      details: { database: 2 },
    })
  })

  test.each([
    [{ db: 0 }, /^NOAUTH .*\.$/],
    [{ password: 'wrong-battery' }, /^WRONGPASS .*\.$/],
    [{ password, db: 99 }, /^ERR DB index is out of range\.$/],
  ])('reports what is wrong with %j', async (spec, message) => {
    const result = await runCheckType('redis', { addr: addr(), ...spec })
    expect(result).toMatchObject({ pass: false, message: expect.stringMatching(message) as string })
    expect(JSON.stringify(result)).not.toMatch(/wrong-battery|correct-horse/)
  })

  test('times out on a silent server and leaves no connection', async () => {
    const silentServer = await startTcp(() => undefined)
    expect(await runCheckType('redis', { addr: `127.0.0.1:${silentServer.port}` }, { timeoutMs: 200 })).toEqual({
      pass: false,
      message: 'No response within 200 ms.',
    })
    await vi.waitFor(() => expect(silentServer.connections()).toBe(0))
    await silentServer.close()
    expect(await runCheckType('redis', { addr: `127.0.0.1:${silentServer.port}` })).toMatchObject({
      pass: false,
      message: `127.0.0.1:${silentServer.port}: Connection refused.`,
    })
  })

  test('rejects a spec without an address', async () => {
    expect(await listSpecErrors('redis', { db: -1 })).toEqual(['db: must be at least 0', 'url: required'])
    expect(await listSpecErrors('redis', {})).toEqual(['url: required'])
  })
})
