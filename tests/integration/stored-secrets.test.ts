import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import { openEmbedded, openServer } from '#tests/fixtures/databases.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'

const login = `Basic ${Buffer.from('ann:hunter22').toString('base64')}`
const unreadable = "The stored password cannot be decrypted with this installation's key. Enter it again."

let target: Server
let address: string
let backend: TestBackend
beforeEach(async () => {
  target = createServer((request, response) => {
    const isWelcome = request.headers.authorization === login
    response.writeHead(isWelcome ? 200 : 401).end(`you sent ${request.headers.authorization}`)
  })
  const port = await listen(target)
  address = `127.0.0.1:${port}`
})
afterEach(async () => {
  target.closeAllConnections()
  await new Promise((resolve) => target.close(resolve))
})

const createRequests = (of: TestBackend) => ({
  get: async (path: string) => (await of.app.inject(`/api/db/${path}`)).body,
  send: async (method: 'POST' | 'PATCH', path: string, payload: unknown, prefer = 'return=representation') => {
    const { statusCode, body } = await of.app.inject({
      method,
      url: `/api/db/${path}`,
      headers: { 'content-type': 'application/json', prefer },
      payload: JSON.stringify(payload),
    })
    return { status: statusCode, body, json: JSON.parse(body === '' ? 'null' : body) as unknown }
  },
})

/** Read directly from the database, without decryption. */
const stored = async (of: TestBackend, table: string): Promise<string> =>
  (await of.database.query<{ rows: string }>(`select json_agg(t)::text as rows from ${table} as t`)).rows[0]?.rows ?? ''

const firstValue = (rows: string) => (JSON.parse(rows) as { value: string }[])[0]?.value

const runNow = async (of: TestBackend, name: string) => {
  await expect.poll(async () => (await of.row(name))?.id).toBeDefined()
  const id = (await of.row(name))?.id ?? ''
  const { body } = await of.app.inject({ method: 'POST', url: `/api/canary/run/check/${id}` })
  return { id, body, answer: JSON.parse(body) as Record<string, unknown> }
}

describe.each([
  { kind: 'embedded', open: () => openEmbedded() },
  { kind: 'server', open: openServer },
])('on the $kind database', ({ open }) => {
  beforeEach(async () => {
    backend = await startTestBackend({ database: await open() })
  })
  afterEach(async () => {
    await backend.close()
    await backend.database.close()
  })

  test('a connection is encrypted in its row, masked in every response, and works', async () => {
    const { get, send } = createRequests(backend)
    const row = {
      name: 'shop',
      type: 'http',
      url: `http://${address}/`,
      username: 'ann',
      password: 'hunter22',
      certificate: 'hunter33',
      properties: { clientSecret: 'hunter44', scopes: 'a b' },
    }
    const made = await send('POST', 'connections', row)
    expect(made).toMatchObject({
      status: 201,
      json: [
        {
          ...row,
          username: '***',
          password: '***',
          certificate: '***',
          properties: { clientSecret: '***', scopes: 'a b' },
        },
      ],
    })
    expect(await stored(backend, 'connections')).not.toMatch(/hunter/)
    for (const path of ['connections', 'connections?select=x:password', 'connection_details']) {
      const body = await get(path)
      expect(body).toContain('***')
      expect(body).not.toMatch(/hunter|sealed:/)
    }

    await send('POST', 'canaries', {
      name: 'shop',
      namespace: 'default',
      source: 'UI',
      spec: { schedule: '@every 1h', http: [{ name: 'shop answers', connection: 'connection://shop' }] },
    })
    const { answer, body } = await runNow(backend, 'shop answers')
    expect(answer).toMatchObject({ pass: true })
    expect(body).toContain('you sent Basic ***')
    expect(body).not.toContain('hunter')
  })

  test('secrets of a row that SQL writes are encrypted while the relay runs', async () => {
    await backend.database.query(
      `insert into connections (name, type, url, password, updated_at)
       values ('past', 'http', 'http://ann:in-the-url@shop.test', 'in-the-column', '2020-01-01')`,
    )
    await expect.poll(() => stored(backend, 'connections'), { timeout: 30_000 }).not.toMatch(/in-the-(?:url|column)/)
    expect(await stored(backend, 'audit_log')).not.toMatch(/in-the-(?:url|column)/)
    const { get } = createRequests(backend)
    expect(await get('connections?name=eq.past&select=url,password')).toContain('"password":"***"')
  })

  test('*** keeps the stored secret, and is rejected without one', async () => {
    const { get, send } = createRequests(backend)
    const rows = ['a', 'b'].map((name) => ({
      name,
      type: 'http',
      password: `hunter-${name}`,
      url: 'http://u:hunter@h/',
    }))
    await send('POST', 'connections', rows)
    await send('POST', 'canaries', {
      name: 'shop',
      namespace: 'default',
      source: 'UI',
      spec: {
        schedule: '@every 1h',
        http: [{ name: 'shop answers', url: `http://${address}/`, username: 'ann', password: { value: 'hunter22' } }],
      },
    })
    const before = await stored(backend, 'connections')
    const patched = await send('PATCH', 'connections?type=eq.http&order=name', {
      password: '***',
      certificate: 'hunter-new',
      url: 'http://u:***@h/elsewhere',
    })
    expect(patched.json).toMatchObject([
      { password: '***', certificate: '***', url: 'http://***@h/***' },
      { password: '***', certificate: '***', url: 'http://***@h/***' },
    ])
    const after = JSON.parse(await stored(backend, 'connections')) as { password: string; certificate: string }[]
    expect(after.map(({ password }) => password).sort()).toEqual(
      (JSON.parse(before) as { password: string }[]).map(({ password }) => password).sort(),
    )
    expect(new Set(after.map(({ certificate }) => certificate)).size).toBe(2)

    expect(await send('PATCH', 'connections?name=eq.a', { url: 'http://u:***@evil/' })).toMatchObject({
      status: 400,
      json: { message: 'url is ***, but no stored secret exists to keep. Enter the secret.' },
    })
    expect(await send('POST', 'connections', { name: 'c', type: 'http', password: '***' })).toMatchObject({
      status: 400,
      json: { message: 'password is ***, but no stored secret exists to keep. Enter the secret.' },
    })
    const [{ password } = { password: '' }] = after
    expect(await send('PATCH', 'connections?name=eq.a', { certificate: password })).toMatchObject({ status: 400 })

    const spec = {
      schedule: '@every 2h',
      http: [
        { name: 'other', url: 'http://127.0.0.1:1/' },
        { name: 'shop answers', url: `http://${address}/`, username: 'ann', password: { value: '***' } },
      ],
    }
    expect(await send('PATCH', 'canaries?name=eq.shop', { spec })).toMatchObject({ status: 200, json: [{ spec }] })
    await expect.poll(async () => (await backend.row('other'))?.id).toBeDefined()
    expect(await get('canaries?select=spec->http->1->password->>value')).toContain('42501')
    for (const path of ['canaries?select=x:spec', 'checks?select=spec']) {
      const body = await get(path)
      expect(body).toContain('***')
      expect(body).not.toMatch(/hunter|sealed:/)
    }
    expect((await runNow(backend, 'shop answers')).answer).toMatchObject({ pass: true })
    expect(
      await send('PATCH', 'canaries?name=eq.shop', { spec: { ...spec, http: [{ name: 'new', password: '***' }] } }),
    ).toMatchObject({
      status: 400,
      json: {
        message: 'spec.http[0].password is ***, but no stored secret exists to keep. Enter the secret.',
      },
    })
  })

  test('merged rows keep their key and their secrets', async () => {
    const { send } = createRequests(backend)
    const name = 'smtp.password'
    expect(await send('POST', 'properties', { name, value: 'hunter22' })).toMatchObject({
      status: 201,
      json: [{ name, value: '***' }],
    })
    const before = await stored(backend, 'properties')
    expect(before).not.toContain('hunter')
    const merge = 'return=representation,resolution=merge-duplicates'
    expect(await send('POST', 'properties?on_conflict=name', { name, value: '***' }, merge)).toMatchObject({
      json: [{ name, value: '***' }],
    })
    expect(firstValue(await stored(backend, 'properties'))).toBe(firstValue(before))
    expect(await send('PATCH', `properties?name=eq.${name}`, { name: 'other' })).toMatchObject({ status: 400 })
    expect((await backend.app.inject('/api/properties')).body).not.toContain('sealed:')
  })
})

test('plaintext secrets in the database are encrypted at the next start and still work', async () => {
  const database = await openServer()
  await database.query(
    `insert into connections (id, name, type, url, username, password) values
       ('0195c0de-0000-7000-8000-0000000000c1', 'shop', 'http', 'http://' || $1::text, 'ann', 'hunter33')`,
    [address],
  )
  await database.query(
    `insert into canaries (name, namespace, source, spec) values ('shop', 'default', 'UI', $1::jsonb)`,
    [
      JSON.stringify({
        schedule: '@every 1h',
        http: [
          { name: 'by connection', connection: 'connection://shop' },
          { name: 'by itself', url: `http://ann:hunter22@${address}/` },
        ],
      }),
    ],
  )
  await database.query(`update connections set password = 'hunter22'`)
  await database.query(`insert into teams (name, spec, created_by)
    select 'ops', '{"responder_clients":{"jira":{"password":{"value":"hunter22"}}}}', id from people limit 1`)
  backend = await startTestBackend({ database })
  for (const name of ['by connection', 'by itself']) {
    const { answer, body } = await runNow(backend, name)
    expect(answer).toMatchObject({ pass: true })
    expect(body).not.toContain('hunter')
  }
  for (const table of ['connections', 'canaries', 'checks', 'teams', 'check_statuses', 'job_history', 'audit_log'])
    expect(await stored(backend, table)).not.toContain('hunter')
  const { rows: auditEntries } = await database.query(
    `select action, after -> 'password' as password, before -> 'password' as before from audit_log
      where table_name = 'connections' order by at`,
  )
  expect(auditEntries).toEqual([
    { action: 'created', password: '***', before: null },
    { action: 'changed', password: '***', before: '***' },
  ])
  expect((await backend.row('by itself'))?.endpoint).toBe(`http://${address}/`)
  expect(JSON.stringify(await backend.rows())).not.toContain('hunter')
  await backend.close()
  await database.close()
})

test('with a wrong key everything starts, reports unreadable data, and recovers with the right key', async () => {
  const database = await openServer()
  const first = await startTestBackend({ database })
  const { send } = createRequests(first)
  await send('POST', 'connections', {
    name: 'shop',
    type: 'http',
    url: `http://${address}/`,
    username: 'ann',
    password: 'hunter22',
  })
  await send('POST', 'canaries', {
    name: 'shop',
    namespace: 'default',
    source: 'UI',
    spec: {
      schedule: '@every 1h',
      http: [
        { name: 'by connection', connection: 'connection://shop' },
        { name: 'by itself', url: `http://ann:hunter22@${address}/` },
      ],
    },
  })
  expect((await runNow(first, 'by itself')).answer).toMatchObject({ pass: true })
  await first.stop()
  const before = await Promise.all(['connections', 'canaries'].map((table) => stored(first, table)))

  const { resourcesDir } = first
  const other = await startTestBackend({ database })
  expect((await runNow(other, 'by connection')).answer).toMatchObject({ pass: false, error: unreadable })
  expect((await other.row('by itself'))?.problem).toContain(unreadable)
  expect(await Promise.all(['connections', 'canaries'].map((table) => stored(other, table)))).toEqual(before)
  await other.close()

  const again = await startTestBackend({ database, resourcesDir })
  for (const name of ['by connection', 'by itself'])
    expect((await runNow(again, name)).answer).toMatchObject({ pass: true })
  await again.close()
  await rm(join(resourcesDir), { recursive: true, force: true })
  await database.close()
})
