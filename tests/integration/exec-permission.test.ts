import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide } from '#shared/access/decide.ts'
import { grantSchema } from '#shared/access/grant.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'

let admin: TestBackend
let editor: TestBackend
beforeAll(async () => {
  admin = await startTestBackend()
  editor = await startTestBackend({ database: admin.database, roles: ['editor'] satisfies Viewer['roles'] })
})
afterAll(async () => {
  await editor.close()
  await admin.close()
})

const send = async ({ app }: TestBackend, method: 'POST' | 'PATCH' | 'DELETE', path: string, payload: object) => {
  const { statusCode, body } = await app.inject({
    method,
    url: `/api/db/${path}`,
    payload,
    headers: { prefer: 'return=representation' },
  })
  const rows = statusCode < 300 ? (JSON.parse(body) as { id: string }[]) : []
  return { status: statusCode, body, id: rows[0]?.id ?? '' }
}
const denied = { status: 403, body: expect.stringContaining(', which requires write permission on exec.') }

const runs = {
  actions: [
    { name: 'a', exec: { script: 'true' } },
    { name: 'b', http: { url: 'http://127.0.0.1:1' } },
  ],
}
const requestSpec = { actions: [{ name: 'b', http: { url: 'http://127.0.0.1:1' } }] }
const playbook = (name: string, spec: object) => ({ name, source: 'UI', spec })
const pod = (fields: object) => ({
  actions: [{ name: 'a', pod: { name: 'a', spec: { containers: [{ name: 'a' }] }, ...fields } }],
})
const scraper = (name: string, spec: object) => ({ name, source: 'UI', spec })
const canary = (name: string, spec: object) => ({ name, namespace: 'default', source: 'UI', spec })

test('an editor writes documents that run nothing, and none that run programs', async () => {
  expect(await send(editor, 'POST', 'playbooks', playbook('asks', requestSpec))).toMatchObject({ status: 201 })
  expect(await send(editor, 'POST', 'playbooks', playbook('runs', runs))).toMatchObject(denied)
  expect(await send(editor, 'POST', 'playbooks', [playbook('x', requestSpec), playbook('y', runs)])).toMatchObject(
    denied,
  )
  expect(await send(editor, 'POST', 'playbooks', playbook('own-cluster', pod({})))).toMatchObject(denied)
  const elsewhere = playbook('named-cluster', pod({ connection: 'connection://cluster' }))
  expect(await send(editor, 'POST', 'playbooks', elsewhere)).toMatchObject({ status: 201 })
  const tcp = { tcp: [{ name: 'a', endpoint: '127.0.0.1:1' }] }
  expect(await send(editor, 'POST', 'canaries', canary('tcp', tcp))).toMatchObject({ status: 201 })
  for (const exec of [[{ name: 'a', script: 'id' }], { name: 'a', script: 'id' }])
    expect(await send(editor, 'POST', 'canaries', canary('exec', { exec }))).toMatchObject(denied)
  const { rows } = await admin.database.query("select name from playbooks where name in ('runs', 'x', 'y')")
  expect(rows).toEqual([])
})

test('an editor writes scrapers of addresses, and none that run programs or read files of this machine', async () => {
  const file = { file: [{ paths: ['/etc/hosts'] }] }
  expect(await send(editor, 'POST', 'config_scrapers', scraper('aws', { aws: [{ region: ['x'] }] }))).toMatchObject({
    status: 201,
  })
  const kubernetes = [{ clusterName: 'a', kubeconfig: 'clusters: []' }]
  expect(await send(editor, 'POST', 'config_scrapers', scraper('cluster', { kubernetes }))).toMatchObject({
    status: 201,
  })
  const eks = { clusterName: 'b', eks: { cluster: 'b', connection: 'connection://aws' } }
  expect(await send(editor, 'POST', 'config_scrapers', scraper('eks', { kubernetes: [eks] }))).toMatchObject({
    status: 201,
  })
  const query = 'select 1'
  const deniedSpecs = [
    file,
    { exec: [{ script: 'id' }] },
    { git: [{ url: '/srv/app' }] },
    { kubernetesFile: [{ files: [{ path: '/etc/*.yaml' }] }] },
    { docker: [{}] },
    { terraform: [{ state: { local: '/srv/shop.tfstate' } }] },
    { trivy: [{ reports: ['/srv/report.json'] }] },
    { kubernetes: [{ clusterName: 'a' }] },
    { kubernetes: [{ ...eks, kubeconfigFile: '/root/.kube/config' }] },
    { kubernetes: [{ clusterName: 'a', kubeconfig: 'a', kubeconfigFile: '/root/.kube/config' }] },
    { sql: [{ connection: 'sqlite:///var/lib/app.db', query }] },
    { sql: { connection: 'jdbc:sqlite:app.db', query } },
    { sql: [{ connection: '/var/lib/app.db', driver: 'file', query }] },
  ]
  for (const spec of deniedSpecs)
    expect(await send(editor, 'POST', 'config_scrapers', scraper('own', spec))).toMatchObject(denied)
  const { id } = await send(admin, 'POST', 'config_scrapers', scraper('file', file))
  const path = `config_scrapers?id=eq.${id}`
  const other = { ...file, file: [{ paths: ['/etc/shadow'] }] }
  expect(await send(editor, 'PATCH', path, { spec: other })).toMatchObject(denied)
  expect(await send(editor, 'PATCH', path, { spec: { ...file, schedule: '@daily' } })).toMatchObject({ status: 200 })
})

test('an editor edits other fields of a document that runs programs, suspends and deletes it', async () => {
  const { id, status } = await send(admin, 'POST', 'playbooks', playbook('by-admin', runs))
  expect(status).toBe(201)
  const path = `playbooks?id=eq.${id}`
  const { actions } = runs
  for (const spec of [
    { actions: [{ name: 'a', exec: { script: 'id' } }] },
    { actions: [{ name: 'a', exec: { script: 'true', env: [{ name: 'BASH_ENV', value: '/tmp/x' }] } }] },
    { actions, env: [{ name: 'BASH_ENV', value: '/tmp/x' }] },
    { actions, on: { webhook: { path: 'open' } } },
    { actions, parameters: [{ name: 'p', type: 'checkbox' }] },
    requestSpec,
  ])
    expect(await send(editor, 'PATCH', path, { spec })).toMatchObject(denied)
  const spec = { title: 'Other words', actions: [actions[0], { name: 'c', http: { url: 'http://127.0.0.1:2' } }] }
  expect(await send(editor, 'PATCH', path, { spec })).toMatchObject({ status: 200 })
  expect(await send(editor, 'PATCH', path, { deleted_at: new Date().toISOString() })).toMatchObject({ status: 200 })
})

test('a write grant on exec allows its holder to write them; a partial or expired grant does not', () => {
  const viewer = {
    id: '01890a5d-0000-7000-8000-000000000001',
    name: 'Ada',
    email: 'ada@example.test',
    roles: ['editor'],
  }
  const decideWithGrant = (grant: object) => {
    const grants = [
      grantSchema.parse({ id: 'g', subject: viewer.id, subject_type: 'person', object: 'exec', ...grant }),
    ]
    return decide({ ...viewer, grants }, { action: 'write', resource: 'exec' }, { nowMs: Date.now() }).answer
  }
  expect(decideWithGrant({ action: 'create,update,delete' })).toBe('allowed')
  expect(decideWithGrant({ action: 'read' })).toBe('refused')
  expect(decideWithGrant({ action: 'update' })).toBe('refused')
  expect(decideWithGrant({ action: '*', until: '2020-01-01T00:00:00Z' })).toBe('refused')
  expect(decideWithGrant({ action: '*', object: 'playbooks' })).toBe('refused')
})
