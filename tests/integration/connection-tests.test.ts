import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { testableTypes } from '#shared/connections/connection-test.ts'
import { connectionProbes } from '#relay/backend/connections/probes/ask.ts'
import { testConnection } from '#relay/backend/connections/probes/test-connection.ts'
import { certificateFor } from '#relay/testing/certificate.ts'
import { startLdap } from '#relay/testing/ldap-server.ts'
import { startMongodb } from '#relay/testing/mongodb-server.ts'
import { startMysql } from '#relay/testing/mysql-server.ts'
import { closedPort, startHttp, startHttps, startTcp } from '#relay/testing/servers.ts'
import { startSmtp } from '#relay/testing/smtp-server.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { createConnectionClient, openPort } from '#tests/fixtures/connection-client.ts'
import { startRedis } from '#tests/fixtures/redis.ts'

let backend: TestBackend
const roles = ['admin']
beforeAll(async () => {
  backend = await startTestBackend({ roles })
})
afterAll(() => backend.close())

afterEach(() => {
  roles.splice(0, roles.length, 'admin')
})

type Fields = Readonly<Record<string, unknown>>
const { get, post, store, findLastTest } = createConnectionClient(() => backend)
const tested = async (type: string, fields: Fields) => {
  const id = await store(type, fields)
  const { statusCode, json } = await post(`/api/connection/test/${id}`, {})
  const last = await findLastTest(id)
  return { id, status: statusCode, said: json() as unknown, steps: last?.steps.map(({ name, ok }) => [name, ok]), last }
}
const ok = { message: 'ok' }

test('client and relay agree on the connection types that can be tested', () => {
  expect(Object.keys(connectionProbes).toSorted()).toEqual([...testableTypes].toSorted())
})

test('signs in to a database, and stores its last test until the connection changes [SET-75]', async () => {
  const url = new URL(inject('postgresUrl'))
  const { username, password } = url
  url.username = '$(username)'
  url.password = '$(password)'
  const address = decodeURIComponent(url.href)
  const good = await tested('postgres', {
    url: address,
    username: decodeURIComponent(username) || 'postgres',
    password,
  })
  expect(good).toMatchObject({
    status: 200,
    said: ok,
    // The test database listens on a local socket, so there is not a URL to connect to.
    steps: [
      ['Read', true],
      ['Answered', true],
    ],
    last: { ok: true },
  })
  await backend.app.inject({
    method: 'PATCH',
    url: `/api/db/connections?id=eq.${good.id}`,
    payload: { url: 'postgres://elsewhere' },
  })
  expect(await findLastTest(good.id)).toBeUndefined()

  const rejected = await tested('postgres', { url: address, username: 'nobody-here', password: 'a-wrong-pa55word' })
  expect(rejected.status).toBe(400)
  expect(rejected.steps?.at(-1)).toEqual(['Answered', false])
  expect(JSON.stringify(rejected.last)).not.toContain('a-wrong-pa55word')
})

test('tests entered values before they are stored, and stores nothing', async () => {
  const redis = await startRedis({ password: 'right' })
  onTestFinished(() => redis.stop())
  const entered = (password: string) => ({
    name: 'cache',
    namespace: 'default',
    type: 'redis',
    url: `127.0.0.1:${redis.port}`,
    username: null,
    password,
    certificate: null,
    insecure_tls: false,
    properties: {},
  })
  const good = await post('/api/connection/test', entered('right'))
  expect(good.json()).toMatchObject({ ok: true })
  const bad = await post('/api/connection/test', entered('a-wrong-pa55word'))
  expect(bad.json()).toMatchObject({ ok: false })
  expect(bad.body).not.toContain('a-wrong-pa55word')
  expect((await post('/api/connection/test', { ...entered(''), type: 'slack' })).statusCode).toBe(501)
  expect((await post('/api/connection/test', { type: 'redis' })).statusCode).toBe(400)
  expect((await get('/api/db/connections?name=eq.cache')).json()).toEqual([])
  roles.splice(0, roles.length, 'viewer')
  expect((await post('/api/connection/test', entered('right'))).statusCode).toBe(403)
})

test('tests changes before they are stored, with the stored secrets that they leave', async () => {
  const redis = await startRedis({ password: 'right' })
  onTestFinished(() => redis.stop())
  const id = await store('redis', { url: '127.0.0.1:1', password: 'right', properties: {} })
  const test = (changes: object) => post(`/api/connection/${id}/test-changes`, changes)
  const url = `127.0.0.1:${redis.port}`
  expect((await test({})).json()).toMatchObject({ ok: false })
  expect((await test({ url })).json()).toMatchObject({ ok: true })
  expect((await test({ url, password: '***' })).json()).toMatchObject({ ok: true })
  const bad = await test({ url, password: 'a-wrong-pa55word' })
  expect(bad.json()).toMatchObject({ ok: false })
  expect(bad.body).not.toContain('pa55word')
  const { rows: acts } = await backend.database.query(
    `select after from audit_log where action = 'tested' and row_id = $1 order by at desc, id desc limit 1`,
    [id],
  )
  expect(acts).toEqual([{ after: { ok: false, changed: ['url', 'password'] } }])
  expect((await test({})).json()).toMatchObject({ ok: false })
  expect(await findLastTest(id)).toBeUndefined()
  roles.splice(0, roles.length, 'viewer')
  expect((await test({ url })).statusCode).toBe(403)
})

test('signs in to each kind of server, with a right and a wrong password', async () => {
  const redis = await startRedis({ password: 'right' })
  onTestFinished(() => redis.stop())
  const mysql = await openPort(startMysql('right'))
  const ldap = await openPort(startLdap('right', []))
  const smtp = await openPort(startSmtp({ password: 'right' }))
  const api = await openPort(
    startHttp(({ headers: { authorization, 'x-api-key': key, 'private-token': token }, url = '' }, response) => {
      const validCredentials = new Set([authorization, key, token])
      const isIn =
        validCredentials.has('Bearer right') ||
        validCredentials.has('right') ||
        validCredentials.has(`Basic ${Buffer.from('ann:right').toString('base64')}`)
      response.writeHead(isIn ? 200 : 401, { 'content-type': 'application/json' })
      response.end(
        url.includes('/api/v1/query')
          ? '{"status":"success","data":{"resultType":"vector","result":[]}}'
          : url.includes('/_search')
            ? '{"timed_out":false,"hits":{"total":{"value":3},"hits":[]}}'
            : url.includes('/info/refs')
              ? `001e# service=git-upload-pack\n0000003f${'a'.repeat(40)} refs/heads/main\n0000`
              : '{}',
      )
    }),
  )
  const at = `http://127.0.0.1:${api}`
  const kinds: readonly (readonly [string, Fields])[] = [
    ['redis', { url: `127.0.0.1:${redis.port}`, properties: { db: '0' } }],
    ['mysql', { url: `mysql://127.0.0.1:${mysql}/test`, username: 'ann' }],
    ['ldap', { url: `ldap://127.0.0.1:${ldap}`, username: 'cn=ann' }],
    [
      'email',
      {
        url: 'smtp://x',
        username: 'ann',
        properties: { host: '127.0.0.1', port: String(smtp), encryptionMethod: 'None' },
      },
    ],
    ['http', { url: at, username: 'ann' }],
    ['git', { url: `${at}/repo.git`, username: 'ann', properties: { ref: 'main' } }],
    ['prometheus', { url: at, username: 'ann' }],
    ['elasticsearch', { url: at, username: 'ann' }],
    ['github', { url: at }],
    ['gitlab', { url: at }],
    ['openai', { url: at }],
    ['anthropic', { url: at }],
    ['ollama', { url: at }],
  ]
  for (const [type, fields] of kinds) {
    const right = await tested(type, { ...fields, password: 'right' })
    expect([type, right.status, right.said]).toEqual([type, 200, ok])
    const rejected = await tested(type, { ...fields, password: 'wr0ng-0ne' })
    expect([type, rejected.status, rejected.steps?.at(-1)]).toEqual([type, 400, ['Answered', false]])
    expect([type, JSON.stringify(rejected)]).toEqual([type, expect.not.stringContaining('wr0ng-0ne')])
  }
  const mongo = await openPort(startMongodb(1))
  expect((await tested('mongo', { url: `mongodb://127.0.0.1:${mongo}` })).status).toBe(200)
  expect((await tested('folder', { properties: { path: backend.resourcesDir } })).status).toBe(200)
})

test('names the failed step and the reason', async () => {
  const closed = await closedPort()
  expect(await tested('http', { url: `http://127.0.0.1:${closed}` })).toMatchObject({
    status: 400,
    said: { error: 'Connection refused.' },
    steps: [
      ['Read', true],
      ['Connected', false],
    ],
  })
  expect(await tested('postgres', { url: 'postgres://nowhere.invalid/x' })).toMatchObject({
    said: { error: 'The host name "nowhere.invalid" does not exist.' },
    steps: [
      ['Read', true],
      ['Name resolved', false],
    ],
  })
  const expired = certificateFor({ from: new Date(Date.UTC(2019, 0, 1)), to: new Date(Date.UTC(2020, 0, 2)) })
  const tls = await openPort(startHttps(expired, (_request, response) => response.end('secret')))
  const untrusted = await tested('http', { url: `https://localhost:${tls}` })
  expect(untrusted).toMatchObject({
    status: 400,
    said: { error: expect.stringContaining('TLS certificate') as string },
  })
  expect(untrusted.steps?.map(([name]) => name)).toEqual(['Read', 'Name resolved', 'Connected', 'TLS'])
  expect(await tested('http', { url: `https://localhost:${tls}`, insecure_tls: true })).toMatchObject({
    status: 200,
    last: {
      steps: expect.arrayContaining([
        expect.objectContaining({
          said: expect.stringContaining(
            'The TLS certificate has expired. Ignored because certificate verification is off for this connection.',
          ) as string,
        }),
      ]) as unknown,
    },
  })
  const vanishing = await openPort(startTcp((socket) => socket.destroy()))
  expect((await tested('redis', { url: `127.0.0.1:${vanishing}` })).status).toBe(400)
})

test('times out on a server that hangs', async () => {
  const port = await openPort(startTcp(() => undefined))
  const connection = {
    url: `http://127.0.0.1:${port}`,
    username: '',
    password: '',
    insecureTls: false,
    properties: {},
    secrets: [],
  }
  const { http } = connectionProbes
  if (http === undefined) throw new Error('http cannot be tested')
  const steps = await testConnection({
    reference: 'connection://slow',
    probe: http,
    resolveConnection: async () => connection,
    resolveSecret: async () => '',
    sandbox: undefined,
    signal: new AbortController().signal,
    timeoutMs: 300,
  })
  expect(steps.at(-1)).toMatchObject({
    name: 'Answered',
    ok: false,
    said: 'Connected, but no response within 300ms.',
  })
})

test('reads a referenced secret, and names one that is missing', async () => {
  await mkdir(join(backend.resourcesDir, '.secrets', 'shop'), { recursive: true })
  await writeFile(join(backend.resourcesDir, '.secrets', 'shop', 'key'), 'right')
  const ldap = await openPort(startLdap('right', []))
  const fields = { url: `ldap://127.0.0.1:${ldap}`, username: 'cn=ann' }
  expect((await tested('ldap', { ...fields, password: 'secret://shop/key' })).status).toBe(200)
  expect(await tested('ldap', { ...fields, password: 'secret://shop/other' })).toMatchObject({
    said: { error: 'Cannot read the file .secrets/shop/other in RESOURCES_DIR.' },
    steps: [['Read', false]],
  })
})

test('reports a type that cannot be tested, and returns 404 for a missing connection', async () => {
  expect(await tested('smb', { url: 'files.example' })).toMatchObject({
    status: 501,
    said: { error: 'Connections of type SMB cannot be tested.' },
    last: undefined,
  })
  expect((await post('/api/connection/test/0195c0de-0000-7000-8000-0000000000ff', {})).statusCode).toBe(404)
  expect((await post('/api/connection/test/nonsense', {})).statusCode).toBe(404)
})

test.each([
  ['guest', 403, 403],
  ['viewer', 403, 403],
  ['responder', 403, 403],
  ['commander', 403, 403],
  ['editor', 403, 200],
  ['admin', 200, 200],
])('a %s gets %i for starting a test and %i for reading test results', async (role, test, tests) => {
  const port = await openPort(startHttp((_request, response) => response.end('here')))
  const id = await store('http', { url: `http://127.0.0.1:${port}` })
  roles.splice(0, roles.length, role)
  expect((await post(`/api/connection/test/${id}`, {})).statusCode).toBe(test)
  expect((await get('/api/connection/tests')).statusCode).toBe(tests)
  expect((await get(`/api/connection/${id}/users`)).statusCode).toBe(tests)
})

const check = (name: string, connection: string) => ({
  name,
  namespace: 'default',
  source: 'UI',
  spec: { schedule: '@every 1h', http: [{ name, connection }] },
})

test('lists the references to a connection, in each notation', async () => {
  const id = await store('http', { name: 'shop', namespace: 'payments', url: 'http://127.0.0.1' })
  const writings = ['connection://payments/shop', 'connection://shop', 'connection://http/shop', `connection://${id}`]
  for (const [index, written] of writings.entries()) await post('/api/db/canaries', check(`uses-${index}`, written))
  await post('/api/db/canaries', check('uses-another', 'connection://payments/shop-replica'))
  const users = z
    .array(z.object({ kind: z.string(), name: z.string() }))
    .parse((await get(`/api/connection/${id}/users`)).json())
  expect(users.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual(
    [0, 1, 2, 3].map((n) => `Health check uses-${n}`),
  )
})

test.each([
  ['postgres://$(username):$(password)@db:5432/orders', 'postgres://$(username):$(password)@db:5432/orders'],
  ['postgres://$(username):$(password)@db/orders?sslmode=require', 'postgres://$(username):$(password)@db/orders?***'],
  ['redis://cache:6379/2', 'redis://cache:6379/2'],
  ['https://$(username):$(password)@git.example', 'https://$(username):$(password)@git.example'],
  ['postgres://$(username):p4ssw0rd@db/orders', 'postgres://***@db/***'],
  ['postgres://ann:p4ssw0rd@db', 'postgres://***@db'],
  ['https://hooks.example/services/t0ken', 'https://hooks.example/***'],
])('of the address %s, %s is shown', async (url, shown) => {
  const id = await store('postgres', { url })
  expect((await get(`/api/db/connections?select=url&id=eq.${id}`)).json()).toEqual([{ url: shown }])
})
