import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Change } from '#relay/backend/rows/change.ts'
import type { Database } from '#relay/database/database.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { askAt, openMatrix, serve, type ServeOptions } from '#tests/contract/data-api/systems.ts'
import { kinds, openServer } from '#tests/fixtures/databases.ts'

const as = (...roles: string[]): Viewer => ({ id: 'person-1', name: 'P', email: 'p@example.test', roles })
const json = { 'content-type': 'application/json', prefer: 'return=representation' }

describe.each(kinds)('the data API over the $kind database', ({ open }) => {
  let database: Database
  let changes: Change[] = []
  const closers: (() => Promise<void>)[] = []
  beforeAll(async () => {
    database = await open()
    await database.query(`
      create table numbers (id int primary key, label text);
      insert into numbers select i, 'n' || i from generate_series(1, 30) i`)
  })
  beforeEach(() => {
    changes = []
  })
  afterAll(async () => {
    await Promise.all(closers.map((close) => close()))
    await database.close()
  })

  const start = async (options: ServeOptions = {}) => {
    const served = await serve(database, { onChange: (change) => changes.push(change), ...options })
    closers.push(() => served.close())
    return askAt(served.url)
  }

  test('denies access in plain text, with subject, object and action in headers', async () => {
    const ask = await start({ viewer: as('viewer') })
    const { status, headers, body } = await ask({ path: '/connections' })
    expect({
      status,
      body,
      type: headers.get('content-type'),
      rbac: ['subject', 'object', 'action'].map((part) => headers.get(`x-rbac-${part}`)),
    }).toEqual({
      status: 403,
      body: 'unauthorized. Access Denied',
      type: 'text/plain; charset=utf-8',
      rbac: ['person-1', 'connection', 'read'],
    })
    const write = await ask({ method: 'POST', path: '/configs', headers: json, body: '{}' })
    expect([write.status, write.headers.get('x-rbac-action')]).toEqual([403, 'create'])
    expect((await ask({ path: '/configs?select=id&limit=1' })).status).toBe(200)
  })

  test('rejects HEAD, PUT and OPTIONS for everyone', async () => {
    const ask = await start()
    const responses = await Promise.all(['HEAD', 'PUT', 'OPTIONS'].map((method) => ask({ method, path: '/people' })))
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403])
  })

  test('truncates lists at every level but counts all rows', async () => {
    const ask = await start({ matrix: openMatrix, maxRows: 10 })
    const { status, headers, body } = await ask({
      path: '/numbers?select=id&order=id&limit=20',
      headers: { prefer: 'count=exact' },
    })
    expect([status, headers.get('content-range'), JSON.parse(body).length]).toEqual([206, '0-9/30', 10])
  })

  test('reports the affected rows after a write, and nothing without rows or after a rollback', async () => {
    const ask = await start({ matrix: openMatrix })
    await ask({ method: 'PATCH', path: '/numbers?id=in.(3,4)', headers: json, body: '{"label":"x"}' })
    await ask({ method: 'PATCH', path: '/numbers?id=eq.99', headers: json, body: '{"label":"x"}' })
    await ask({ method: 'DELETE', path: '/numbers?id=eq.4', headers: { prefer: 'tx=rollback' } })
    await ask({ method: 'POST', path: '/numbers', headers: json, body: '{"id":3}' })
    await ask({ method: 'POST', path: '/numbers', headers: { ...json, prefer: 'return=minimal' }, body: '{"id":40}' })
    expect(changes).toEqual([
      { relation: 'numbers', ids: ['3', '4'] },
      { relation: 'numbers', ids: ['40'] },
    ])
  })

  test('rejects a write that exceeds max-affected and leaves the rows unchanged', async () => {
    const ask = await start({ matrix: openMatrix })
    const rejected = await ask({
      method: 'DELETE',
      path: '/numbers?id=gt.20',
      headers: { prefer: 'handling=strict, max-affected=3' },
    })
    expect([rejected.status, JSON.parse(rejected.body)]).toMatchObject([400, { code: 'PGRST124' }])
    expect(JSON.parse((await ask({ path: '/numbers?select=count&id=gt.20&id=lte.30' })).body)).toEqual([{ count: 10 }])
    expect(changes).toEqual([])
  })

  test('picks up a new column on NOTIFY pgrst', async () => {
    const ask = await start({ matrix: openMatrix })
    expect((await ask({ path: '/numbers?select=colour&limit=1' })).status).toBe(400)
    await database.query("alter table numbers add column colour text; notify pgrst, 'reload schema'")
    await vi.waitFor(
      async () => expect((await ask({ path: '/numbers?select=colour&limit=1' })).status).toBe(200),
      10_000,
    )
  })

  test("responds to a too large body with 413 in PostgREST's format", async () => {
    const ask = await start({ matrix: openMatrix })
    const response = await ask({
      method: 'POST',
      path: '/numbers',
      headers: json,
      body: `"${'x'.repeat(17 * 1024 * 1024)}"`,
    })
    expect([response.status, JSON.parse(response.body)]).toEqual([
      413,
      { code: 'too_large', details: null, hint: 'Send less data at once.', message: 'Request too large.' },
    ])
  })
})

test('cancels a statement that exceeds the timeout, on a server', async () => {
  const database = await openServer()
  await database.query(
    'create function slow_number() returns int language sql stable as $$ select 1 from pg_sleep(30) $$',
  )
  const served = await serve(database, { matrix: openMatrix, timeoutMs: 100 })
  const { status, body } = await askAt(served.url)({ path: '/rpc/slow_number' })
  await served.close()
  await database.close()
  expect([status, JSON.parse(body)]).toMatchObject([
    503,
    { code: '57014', message: expect.stringContaining('timed out and was cancelled') },
  ])
})
