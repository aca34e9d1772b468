import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionReader } from '#relay/backend/connections/read-connection.ts'
import { createKeyRing } from '#relay/backend/secrets/key-ring.ts'
import { createVault } from '#relay/backend/secrets/vault.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'

let database: Database
beforeAll(async () => {
  database = await openServer()
  await database.query(
    `insert into connections (id, name, namespace, type, url, username, password, insecure_tls, properties)
     values ('0195c0de-0000-7000-8000-0000000000c1', 'shop', 'default', 'postgres', 'postgres://db', 'ada',
             'secret://db/password', false, '{"a": "b"}'),
            ('0195c0de-0000-7000-8000-0000000000c2', 'shop', 'other', 'http', 'http://other', null, null, true, null)`,
  )
})
afterAll(() => database.close())

const read = (reference: string) =>
  connectionReader({
    database,
    vault: createVault(createKeyRing(Buffer.alloc(32, 1))),
    resolveSecret: async (source) => `resolved ${JSON.stringify(source)}`,
    builtIn: (reference) => (reference === 'connection://console/healthz' ? 'http://127.0.0.1:1/healthz' : undefined),
  })(reference)

test('finds a connection by namespace, name, type or id, with its secrets resolved', async () => {
  const shop = {
    id: '0195c0de-0000-7000-8000-0000000000c1',
    type: 'postgres',
    url: 'postgres://db',
    username: 'ada',
    password: 'resolved {"valueFrom":{"secretKeyRef":{"name":"db","key":"password"}}}',
    insecureTls: false,
    properties: { a: 'b' },
    secrets: ['resolved {"valueFrom":{"secretKeyRef":{"name":"db","key":"password"}}}'],
  }
  for (const reference of [
    'connection://default/shop',
    'connection://shop',
    'connection://postgres/shop',
    'connection://0195c0de-0000-7000-8000-0000000000c1',
  ]) {
    expect(await read(reference)).toEqual(shop)
  }
  expect((await read('connection://other/shop')).url).toBe('http://other')
  expect((await read('connection://console/healthz')).url).toBe('http://127.0.0.1:1/healthz')
})

test('reports a missing connection', async () => {
  await expect(read('connection://default/nobody')).rejects.toThrow('Connection connection://default/nobody not found.')
})

test('fills placeholders of the connection and its properties, and leaves those of the login to the request', async () => {
  await database.query(
    `insert into connections (name, namespace, type, url, username, password, properties) values
       ('parts', 'lab', 'postgres', 'postgres://$(username):$(password)@$(properties.host):$(properties.port)/$(name)', 'ada',
        'pw', '{"host": "configmap://db/host", "port": 5433, "path": "$(namespace)/$(type)", "other": "$(properties.none)"}'),
       ('whole', 'lab', 'opensearch', '$(password)', null, 'https://ada:p%2F@search', null),
       ('chart', 'lab', 'http', 'http://a', null, 'helm://chart/password', null)`,
  )
  expect(await read('connection://lab/parts')).toMatchObject({
    url: 'postgres://$(username):$(password)@resolved {"valueFrom":{"configMapKeyRef":{"name":"db","key":"host"}}}:5433/parts',
    properties: { port: '5433', path: 'lab/postgres', other: '$(properties.none)' },
  })
  expect((await read('connection://lab/whole')).url).toBe('https://ada:p%2F@search')
  await expect(read('connection://lab/chart')).rejects.toThrow(
    'The value helm://chart/password can only be read in Kubernetes.',
  )
})
