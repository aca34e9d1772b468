import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rejectedDocumentsRoute } from '#shared/resources/rejected-documents.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { listRejected } from '#tests/fixtures/list-rejected.ts'
import { startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'

const mark = 'MARKed-secret'

/** Each takes the text of a value in place of a secret. */
const places: Readonly<Record<string, (value: string) => string>> = {
  'http.authentication': (value) =>
    `schedule: '@every 1h'\n  http: [{ name: a, url: 'http://x', authentication: ${value} }]`,
  'http.password': (value) => `schedule: '@every 1h'\n  http: [{ name: a, url: 'http://x', password: ${value} }]`,
  'http.headers': (value) => `schedule: '@every 1h'\n  http: [{ name: a, url: 'http://x', headers: ${value} }]`,
  'http.env': (value) => `schedule: '@every 1h'\n  http: [{ name: a, url: 'http://x', env: ${value} }]`,
  'http.oauth2': (value) => `schedule: '@every 1h'\n  http: [{ name: a, url: 'http://x', oauth2: ${value} }]`,
  'http.tlsConfig': (value) => `schedule: '@every 1h'\n  http: [{ name: a, url: 'http://x', tlsConfig: ${value} }]`,
  'connection.password': (value) => `http: { url: 'http://x', password: ${value} }`,
  'connection.bearer': (value) => `http: { url: 'http://x', bearer: ${value} }`,
  'playbook.webhook': (value) =>
    `title: x\n  on: { webhook: { path: x, authentication: ${value} } }\n  actions: [{ name: a, exec: { script: x } }]`,
  'playbook.basic': (value) =>
    `title: x\n  on: { webhook: { path: x, authentication: { basic: ${value} } } }\n  actions: [{ name: a, exec: { script: x } }]`,
  'playbook.env': (value) => `title: x\n  actions: [{ name: a, exec: { script: x, env: ${value} } }]`,
  'playbook.headers': (value) => `title: x\n  actions: [{ name: a, http: { url: 'http://x', headers: ${value} } }]`,
  'scraper.authentication': (value) => `http: [{ url: 'http://x', authentication: ${value} }]`,
  'scraper.secretKey': (value) => `aws: [{ region: [x], accessKey: { value: x }, secretKey: ${value} }]`,
  'notification.url': (value) => `events: [check.failed]\n  to: { url: ${value} }`,
}
const mistakes: Readonly<Record<string, string>> = {
  string: `'${mark}'`,
  number: '123456789',
  list: `['${mark}']`,
  key: `{ ${mark} }`,
  keyOfValueFrom: `{ valueFrom: { ${mark} } }`,
  valueFrom: `{ valueFrom: '${mark}' }`,
  alias: `*${mark}`,
  tag: `!!int ${mark}`,
  timestamp: `!!timestamp ${mark}`,
  quote: `"${mark}`,
  template: `'{{ .Values.password | default "${mark}" }}'`,
  plainTemplate: `{{ .Values.password | default "${mark}" }}`,
  address: `'slack://${mark}@C1'`,
}
const kinds: Readonly<Record<string, string>> = {
  http: 'Canary',
  connection: 'Connection',
  playbook: 'Playbook',
  scraper: 'ScrapeConfig',
  notification: 'Notification',
}

const cells = Object.entries(places).flatMap(([place, write]) =>
  Object.entries(mistakes).flatMap(([mistake, value]) => {
    // An address begins with its scheme: one that begins with * is meant as an alias.
    if (place === 'notification.url' && mistake === 'alias') return []
    const kind = kinds[place.split('.')[0] ?? ''] ?? ''
    const name = `${place}-${mistake}`.toLowerCase().replaceAll('.', '-')
    const text = `apiVersion: v1\nkind: ${kind}\nmetadata: { name: ${name}, namespace: default }\nspec:\n  ${write(value)}\n`
    return { file: `${name}.yaml`, text }
  }),
)

const playbook = `
apiVersion: v1
kind: Playbook
metadata: { name: report, namespace: default }
spec:
  title: Report
  parameters: [{ name: pin, type: secret, default: ${mark} }]
  actions:
    - name: write
      exec:
        script: printf %s "$PIN" > report.txt; printf 'binary \\0 %s' "$PIN" > report.bin
        env: [{ name: PIN, value: '$(.params.pin)' }]
        artifacts: [{ path: 'report.*' }]
`

let database: Database
let folder: string
let people: PeopleConsole
beforeAll(async () => {
  database = await openServer()
  folder = await mkdtemp(join(tmpdir(), 'insider-documents-'))
  await mkdir(join(folder, 'resources'))
  for (const { file, text } of cells) await writeFile(join(folder, 'resources', file), text)
  await writeFile(join(folder, 'resources', 'playbook.yaml'), playbook)
  people = await startPeopleConsole(
    database,
    { admin: ['admin'], editor: ['editor'], viewer: ['viewer'], guest: ['guest'] },
    join(folder, 'resources'),
  )
})
afterAll(async () => {
  await people.stop()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const readText = async (name: string, path: string) => (await people.ask(name, path)).text()
const secretTexts = [mark, '123456789']
const leaksIn = (text: string): string[] =>
  text.split('\n').filter((line) => secretTexts.some((secret) => line.includes(secret)))

const readPage = async (query: string) =>
  rejectedDocumentsRoute.response.parse(JSON.parse(await readText('admin', `/api/documents/rejected?${query}`)))
const listAll = () => listRejected(async (path) => JSON.parse(await readText('admin', path)) as unknown)

test('rejected documents are listed in pages, of the given kinds', async () => {
  const all = await listAll()
  const page = await readPage('limit=2&offset=1')
  expect(page).toEqual({ total: all.length, documents: all.slice(1, 3) })
  const connections = all.filter(({ kind }) => kind === 'Connection')
  expect(connections.length).toBeGreaterThan(1)
  expect(await readPage('kinds=Connection&limit=1')).toEqual({
    total: connections.length,
    documents: connections.slice(0, 1),
  })
  expect((await people.ask('admin', '/api/documents/rejected?limit=100000')).status).toBe(400)
})

test('no reason of a rejected document quotes a secret, regardless of the mistake', async () => {
  const listed = await listAll()
  expect(listed.length).toBeGreaterThan(100)
  const reasons = listed.map(({ file, reason }) => `${file}: ${reason}`)
  expect(leaksIn(reasons.join('\n'))).toEqual([])
  const summary = await readText('viewer', '/api/canary/api/summary')
  const { checks_summary: checks } = JSON.parse(summary) as { checks_summary: { name: string; problem?: string }[] }
  expect(leaksIn(checks.map(({ problem = '' }) => problem).join('\n'))).toEqual([])
  expect(leaksIn((await readText('', '/readyz')).replaceAll('\\n', '\n'))).toEqual([])
  expect(leaksIn(people.log.join('\n'))).toEqual([])
})

test('the file of a rejected document is read by administrators only', async () => {
  const [document] = await listAll()
  const path = `/api/documents/rejected/${document?.id}/text`
  const statuses = await Promise.all(
    ['admin', 'editor', 'viewer', 'guest', 'stranger'].map(async (name) => (await people.ask(name, path)).status),
  )
  expect(statuses).toEqual([200, 403, 403, 403, 401])
})

test('no artifact of a run contains the value of a secret parameter', async () => {
  const [{ id } = { id: '' }] = (await (await people.ask('admin', '/api/db/playbooks?name=eq.report')).json()) as {
    id: string
  }[]
  const run = (await (await people.ask('admin', '/api/playbook/run', 'POST', { id })).json()) as { run_id: string }
  const listed = '/api/db/artifacts?select=id,filename&order=filename'
  await expect.poll(() => readText('viewer', `/api/playbook/run/${run.run_id}`)).toContain('"status":"completed"')
  const artifacts = (await (await people.ask('viewer', listed)).json()) as { id: string; filename: string }[]
  const texts = await Promise.all(artifacts.map((each) => readText('viewer', `/api/artifacts/download/${each.id}`)))
  expect(texts).toEqual([`binary \0 ${'*'.repeat(mark.length)}`, '***'])
})
