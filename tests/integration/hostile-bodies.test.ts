import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { connectRaw } from '#tests/fixtures/live-socket.ts'
import { startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'
import { insertRow } from '#tests/fixtures/rows.ts'

const deep = (levels: number): string => `{"title":${'['.repeat(levels)}1${']'.repeat(levels)}}`
const megabyte = 1_024 * 1_024

let database: Database
let relay: PeopleConsole

beforeAll(async () => {
  database = await openServer()
  relay = await startPeopleConsole(database, { admin: ['admin'] })
  await insertRow(database, 'playbooks', {
    name: 'hook',
    namespace: 'default',
    source: 'UI',
    spec: JSON.stringify({ on: { webhook: { path: 'hook' } }, actions: [{ name: 'a', exec: { script: 'exit 0' } }] }),
  })
})
afterAll(async () => {
  await relay.stop()
  await database.close()
})

interface Sent {
  readonly user?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | number>>
  readonly parts: readonly (string | Buffer)[]
  readonly ends?: boolean
}

/** The response may arrive before the request is sent completely. */
const readStatus = (path: string, { user = 'admin', method = 'POST', headers = {}, parts, ends = true }: Sent) =>
  new Promise<number>((resolve, reject) => {
    const request = httpRequest(
      `${relay.url}${path}`,
      { method, headers: { cookie: user, 'content-type': 'application/json', ...headers }, agent: false },
      ({ statusCode = 0 }) => {
        resolve(statusCode)
        request.destroy()
      },
    )
    request.on('error', reject)
    request.flushHeaders()
    for (const part of parts) request.write(part)
    if (ends) request.end()
  })

const postRow = async (relation: string, row: object) => {
  const response = await relay.ask('admin', `/api/db/${relation}`, 'POST', row)
  return [response.status, await response.text()] as const
}

test('rejects a blank name in every table of the data API', async () => {
  const { rows } = await database.query<{ table: string }>(
    `select table_name as "table" from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'name' and table_type = 'BASE TABLE' order by 1`,
  )
  const named: string[] = []
  for (const { table } of rows) {
    for (const name of ['', ' \u00a0\t', '\u200b']) {
      const [status, text] = await postRow(table, { name })
      if ([403, 404, 405].includes(status)) continue
      expect([table, name, status, text]).toEqual([
        table,
        name,
        400,
        expect.stringContaining('name: must not be empty.'),
      ])
      named.push(table)
    }
  }
  expect(named).toEqual(
    expect.arrayContaining([
      'canaries',
      'config_scrapers',
      'connections',
      'incident_rules',
      'logging_backends',
      'notification_silences',
      'notifications',
      'permission_groups',
      'permissions',
      'playbooks',
      'properties',
      'teams',
      'topologies',
    ]),
  )
})

test('rejects a blank name of a check', async () => {
  const spec = {
    schedule: '@hourly',
    http: [
      { name: 'web', url: 'http://127.0.0.1:9/' },
      { name: ' ', url: 'x' },
    ],
  }
  const [status, text] = await postRow('canaries', { name: 'web', namespace: 'default', source: 'UI', spec })
  expect([status, text]).toEqual([400, expect.stringContaining('spec.http[1].name: must not be empty.')])
})

const routes = [
  { path: '/api/db/incidents', method: 'POST', bytes: 5 * megabyte },
  { path: '/api/db/incidents?id=eq.0', method: 'PATCH', bytes: 5 * megabyte },
  { path: '/api/db/rpc/get_playbook_run_actions', method: 'POST', bytes: 5 * megabyte },
  { path: '/api/playbook/webhook/hook', method: 'POST', bytes: megabyte },
  { path: '/api/playbook/run', method: 'POST', bytes: 256 * 1_024 },
  { path: '/api/canary/api/summary', method: 'POST', bytes: 256 * 1_024 },
]

const webhook = { path: '/api/canary/webhook/alerts', method: 'POST', bytes: megabyte }

test.each([...routes, webhook])(
  '$method $path rejects a body that declares itself too large, before it arrives',
  async (route) => {
    const headers = { 'content-length': route.bytes + 1 }
    expect(await readStatus(route.path, { method: route.method, headers, parts: [], ends: false })).toBe(413)
  },
)

test.each([...routes, webhook])(
  '$method $path rejects a body once it becomes too large',
  async ({ path, method, bytes }) => {
    const parts = ['{"title":"', 'x'.repeat(bytes), '"']
    expect(await readStatus(path, { method, parts, ends: false })).toBe(413)
  },
)

test.each(routes)(
  '$method $path rejects a compressed body once it becomes too large',
  async ({ path, method, bytes }) => {
    const headers = { 'content-encoding': 'gzip' }
    expect(await readStatus(path, { method, headers, parts: [gzipSync(Buffer.alloc(bytes + 1, ' '))] })).toBe(413)
  },
)

test.each(routes)('$method $path rejects a body that is nested too deep', async ({ path, method }) => {
  expect(await readStatus(path, { method, parts: [deep(64)] })).toBe(400)
  expect(await readStatus(path, { method, parts: [deep(100_000)] })).toBe(400)
})

test('a webhook requires no authentication, and still rejects deep nesting', async () => {
  expect(await readStatus('/api/playbook/webhook/hook', { user: 'nobody', parts: [deep(100_000)] })).toBe(400)
  expect(await readStatus('/api/playbook/webhook/hook', { user: 'nobody', parts: [deep(60)] })).toBe(201)
})

test('the webhook of a check needs its token instead of a sign-in', async () => {
  const response = await relay.ask('nobody', webhook.path, 'POST', {})
  expect([response.status, await response.text()]).toEqual([
    401,
    expect.stringContaining('No webhook check of this name accepts the token.'),
  ])
})

test('a deeply nested socket message does not affect others', async () => {
  const [viewer, other] = [await connectRaw(relay.url), await connectRaw(relay.url)]
  const levels = 30_000
  viewer.socket.io.engine.write(`42["subscribe",${'['.repeat(levels)}${']'.repeat(levels)}]`)
  viewer.socket.io.engine.write(`421["subscribe",{"topic":${'['.repeat(levels)}${']'.repeat(levels)}}]`)
  expect(await other.subscribe({ topic: 'health.checks', params: {} })).toMatchObject({ ok: true })
  viewer.close()
  other.close()
})
