import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dryRunRoute, specMaxLength } from '#shared/resources/dry-run-route.ts'
import { validationRoute } from '#shared/resources/validation-route.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'

let target: Server
let url = ''
const requestedPaths: (string | undefined)[] = []
const backends = new Map<string, TestBackend>()
beforeAll(async () => {
  target = createServer((request, response) => {
    requestedPaths.push(request.headers.authorization)
    response.setHeader('content-type', 'application/json').end('[{"id":"a","name":"Web"},{"id":"b","name":"Db"}]')
  }).listen(0, '127.0.0.1')
  await once(target, 'listening')
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
  const admin = await startTestBackend()
  backends.set('admin', admin)
  for (const role of ['editor', 'responder', 'viewer', 'guest'])
    backends.set(role, await startTestBackend({ database: admin.database, roles: [role] }))
})
afterAll(async () => {
  target.close()
  for (const backend of [...backends.values()].toReversed()) await backend.close()
})

const as = (role: string): TestBackend => {
  const backend = backends.get(role)
  if (backend === undefined) throw new Error(`Nobody is ${role}.`)
  return backend
}
const dryRun = async (role: string, table: string, spec: unknown, id?: string) => {
  const payload = { table, name: 'tried', namespace: 'default', spec, id }
  const response = await as(role).app.inject({ method: 'POST', url: '/api/resources/dry-run', payload })
  const { statusCode: status, headers, body } = response
  const done = status === 200 ? dryRunRoute.response.parse(JSON.parse(body)) : undefined
  return { status, lacks: headers['x-rbac-object'], body, done }
}
const canary = () => ({ http: [{ name: 'home', url }] })
const programs = { exec: [{ name: 'id', script: 'id' }] }

const tryRun = async (role: string, table: string, spec: unknown) => {
  const { status, lacks } = await dryRun(role, table, spec)
  return lacks === undefined ? status : `${status} ${String(lacks)}`
}
const signedIn = (password: string, address = url) => ({
  http: [{ name: 'home', url: address, username: { value: 'u' }, password: { value: password } }],
})
const dryRunStatus = async (table: string, spec: unknown) => (await dryRun('admin', table, spec)).status
const loadSchema = async (name: string, role = 'admin') => as(role).app.inject(`/api/schemas/${name}.schema.json`)

test('runs checks once and stores nothing', async () => {
  const spec = { schedule: '@every 1h', ...canary(), tcp: [{ name: 'closed', endpoint: '127.0.0.1:1' }] }
  const { done } = await dryRun('admin', 'canaries', spec)
  expect(done).toMatchObject({
    problems: [],
    checks: [
      { name: 'home', type: 'http', pass: true, message: expect.stringContaining('200 in') },
      { name: 'closed', type: 'tcp', pass: false, message: expect.stringContaining('refused') },
    ],
  })
  const { rows } = await as('admin').database.query("select name from canaries where name = 'tried'")
  expect(rows).toEqual([])
  expect((await as('admin').rows()).filter(({ name }) => name === 'home' || name === 'closed')).toEqual([])
})

test('reports the error of a check with its path, and runs the others', async () => {
  const { done } = await dryRun('admin', 'canaries', {
    http: [
      { name: 'a', url },
      { name: 'b', ulr: url },
    ],
  })
  expect(done?.checks.map(({ name }) => name)).toEqual(['a'])
  expect(done?.problems).toEqual([{ path: ['http', 1, 'ulr'], reason: 'ulr: unknown field.' }])
  expect(done?.notes).toEqual([expect.stringContaining('no schedule')])
})

test('returns the first items of a scraper and stores none', async () => {
  const spec = { http: [{ url, type: 'App', id: '$.id', name: '$.name', items: '$[*]' }] }
  expect((await dryRun('admin', 'config_scrapers', spec)).done?.items).toEqual([
    { type: 'App', name: 'Web', id: 'a' },
    { type: 'App', name: 'Db', id: 'b' },
  ])
  expect((await as('admin').database.query("select 1 from config_items where type = 'App'")).rows).toEqual([])
  const unknown = await dryRun('admin', 'config_scrapers', { htp: [{ url }] })
  expect(unknown.done?.problems).toEqual([{ path: ['htp'], reason: expect.stringContaining('did you mean "http"') }])
})

test('validates a topology and reports errors with their path', async () => {
  expect((await dryRun('admin', 'topologies', { components: [{ typo: 1 }] })).done?.problems).toMatchObject([
    { path: ['components', 0, 'typo'] },
  ])
  expect((await dryRun('admin', 'topologies', { components: [{ name: 'a' }] })).done?.problems).toEqual([])
})

test('requires permission to save the document, and for programs permission to write exec', async () => {
  const scraper = { http: [{ url, type: 'App', id: '$.id', items: '$[*]' }] }
  const results = await Promise.all(
    ['editor', 'responder', 'viewer', 'guest'].map(async (role) => [
      role,
      await tryRun(role, 'canaries', {}),
      await tryRun(role, 'config_scrapers', { file: [{ paths: ['/etc/passwd'] }] }),
    ]),
  )
  expect(results).toEqual([
    ['editor', 200, '403 exec'],
    ['responder', '403 canaries', '403 database.config_scrapers'],
    ['viewer', '403 canaries', '403 database.config_scrapers'],
    ['guest', '403 canaries', '403 database.config_scrapers'],
  ])
  expect(await tryRun('editor', 'canaries', programs)).toBe('403 exec')
  expect(await tryRun('editor', 'topologies', { components: [{ name: 'a', lookup: programs }] })).toBe('403 exec')
  expect(await tryRun('editor', 'config_scrapers', scraper)).toBe(200)
})

test('resolves *** to the stored secret at the same path, rejects it without one, and never returns the secret', async () => {
  const created = await as('admin').app.inject({
    method: 'POST',
    url: '/api/db/canaries',
    payload: { name: 'stored', namespace: 'default', source: 'UI', spec: signedIn('hidden word') },
    headers: { prefer: 'return=representation' },
  })
  const [row] = JSON.parse(created.body) as { id: string }[]
  requestedPaths.length = 0
  const { body } = await dryRun('admin', 'canaries', signedIn('***'), row?.id)
  expect(requestedPaths).toContain(`Basic ${Buffer.from('u:hidden word').toString('base64')}`)
  expect(body).not.toContain('hidden word')
  expect(await dryRun('admin', 'canaries', signedIn('***'))).toMatchObject({ status: 400 })
})

test('rejects invalid bodies with a message', async () => {
  expect(await dryRunStatus('connections', {})).toBe(400)
  expect(await dryRunStatus('canaries', 'text')).toBe(400)
  expect(await dryRunStatus('canaries', { description: 'x'.repeat(specMaxLength) })).toBe(413)
})

test('serves JSON schemas by file name', async () => {
  const canarySpec = JSON.parse((await loadSchema('canary.spec')).body) as Record<string, Record<string, unknown>>
  expect(canarySpec['properties']).toMatchObject({
    schedule: { description: expect.stringContaining('@every') },
    http: { type: 'array', items: { $ref: '#/$defs/http' } },
    kubernetes: { description: expect.stringMatching(/^Needs a Kubernetes cluster/), type: 'array' },
    docker: { description: expect.stringContaining('Needs a Docker engine') },
  })
  expect(canarySpec['$defs']?.['http']).toMatchObject({ properties: { url: {}, name: {}, thresholdMillis: {} } })
  const names = ['canary', 'scrape_config.spec', 'topology.spec', 'playbook-spec', 'health_http', 'config_sql']
  for (const name of names) expect((await loadSchema(name)).statusCode).toBe(200)
  expect((await loadSchema('nothing')).statusCode).toBe(404)
  expect((await loadSchema('canary.spec', 'viewer')).statusCode).toBe(200)
})

const validate = async (role: string, table: string, row: object) => {
  const payload = { table, row: { name: 'tried', namespace: 'default', ...row } }
  const response = await as(role).app.inject({ method: 'POST', url: '/api/resources/validate', payload })
  return response.statusCode === 200
    ? validationRoute.response.parse(JSON.parse(response.body)).problems
    : response.statusCode
}

test('validates a row as a save does, with the path of each error in the spec, and runs nothing', async () => {
  const before = requestedPaths.length
  const spec = {
    schedule: '@every 1h',
    http: [
      { name: 'a', url, test: { expr: 'code ==' } },
      { name: 'b', ulr: url },
      { name: 'c', url },
    ],
  }
  expect(await validate('editor', 'canaries', { spec })).toEqual([
    { path: ['http', 0, 'test', 'expr'], reason: expect.stringContaining('test') },
    { path: ['http', 1, 'ulr'], reason: 'ulr: unknown field.' },
  ])
  expect(
    await validate('admin', 'playbooks', { spec: { actions: [{ name: 'a', if: '1 +', exec: { script: 'a' } }] } }),
  ).toEqual([{ path: ['actions', 0, 'if'], reason: expect.stringContaining('actions[0].if') }])
  expect(await validate('admin', 'notifications', { events: ['check.failed'], filter: 'check.' })).toEqual([
    { path: [], reason: expect.stringContaining('filter') },
  ])
  expect(
    await validate('admin', 'config_scrapers', { spec: { file: [{ type: 'App::T', id: '$.id', paths: ['a'] }] } }),
  ).toEqual([])
  expect(await validate('viewer', 'canaries', { spec })).toBe(403)
  expect(requestedPaths).toHaveLength(before)
})

test('renders the steps of a playbook with the defaults of its parameters, runs nothing and shows no secret', async () => {
  const spec = {
    title: 'Roll',
    env: [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'shop', key: 'token' } } }],
    parameters: [
      { name: 'batch', default: '2' },
      { name: 'reason' },
      { name: 'pin', type: 'secret', default: 'of-the-vault' },
    ],
    actions: [
      { name: 'roll', exec: { script: 'echo {{.params.batch}} {{.params.reason}} {{.params.pin}} {{.env.TOKEN}}' } },
      { name: 'call', if: 'params.batch == "2"', http: { url } },
    ],
  }
  const before = requestedPaths.length
  const { done } = await dryRun('admin', 'playbooks', spec)
  expect(done?.steps.map(({ name, kind, condition }) => [name, kind, condition])).toEqual([
    ['roll', 'exec', undefined],
    ['call', 'http', 'params.batch == "2"'],
  ])
  const command = done?.steps[0]?.command.map(({ text }) => text).join('')
  expect(command).toBe('echo "2" "<reason>" "***" "***"')
  expect(JSON.stringify(done)).not.toContain('of-the-vault')
  const broken = await dryRun('admin', 'playbooks', { actions: [{ name: 'a', exec: {} }] })
  expect(broken.done?.problems).toEqual([{ path: ['actions', 0, 'exec', 'script'], reason: expect.any(String) }])
  expect((await dryRun('viewer', 'playbooks', spec)).status).toBe(403)
  expect(requestedPaths).toHaveLength(before)
})
