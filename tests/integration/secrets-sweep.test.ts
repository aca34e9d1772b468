import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import { relationAccess } from '#relay/backend/data-api/access/relation-access.ts'
import { connectRaw } from '#tests/fixtures/live-socket.ts'
import { startRelay } from '#tests/fixtures/relay.ts'

const mark = 'mArKeD-secret'
let marks = 0
/** A new secret per call, so that a failure identifies which one leaked. */
const secret = (): string => `${mark}-${(marks += 1)}`

const document = (url: string) => `
kind: Canary
metadata: { name: documented, namespace: default }
spec:
  schedule: '@every 1s'
  http:
    - { name: by url, url: 'http://ann:${secret()}@${url}/' }
    - { name: by field, url: 'http://${url}/', username: ann, password: { value: ${secret()} } }
    - { name: refused, url: 'http://${url}/', bearer: ${secret()} }
  mysql:
    - { name: go text, url: 'ann:${secret()}@tcp(127.0.0.1:1)/db' }
  postgres:
    - { name: keywords, url: "host=127.0.0.1 port=1 user=ann password='${secret()}'" }
  exec:
    - { name: script, script: 'echo $TOKEN', env: [{ name: TOKEN, value: ${secret()} }] }
---
kind: Playbook
metadata: { name: documented, namespace: default }
spec:
  title: Documented
  actions:
    - name: tells
      exec: { script: 'echo $API_TOKEN', env: [{ name: API_TOKEN, value: ${secret()} }] }
`

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

test(
  'no entered secret appears in any response, socket, log or file of the console',
  { timeout: 400_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sweep-'))
    const echo = createServer((request, response) => response.writeHead(500).end(JSON.stringify(request.headers)))
    const port = await listen(echo)
    const target = `127.0.0.1:${port}`
    const relay = await startRelay({
      resources: { 'documented.yaml': document(target) },
      dataDir,
      env: { LOG_LEVEL: 'trace' },
    })
    const seen: { readonly where: string; readonly text: string }[] = []
    const ask = async (path: string, init: RequestInit = {}): Promise<string> => {
      const response = await fetch(`${relay.url}${path}`, init)
      const text = await response.text()
      seen.push({ where: `${init.method ?? 'GET'} ${path}`, text: text + JSON.stringify([...response.headers]) })
      return text
    }
    const write = async (path: string, row: unknown, method = 'POST'): Promise<string> => {
      const headers = { 'content-type': 'application/json', prefer: 'return=representation' }
      return ask(`/api/db/${path}`, { method, headers, body: JSON.stringify(row) })
    }

    const viewer = await connectRaw(relay.url)
    for (const topic of ['health.checks', 'jobs.history', 'playbooks.runs', 'settings.flags'])
      await viewer.subscribe({ topic, params: {} })
    const connection = {
      name: 'shop',
      type: 'http',
      url: `http://ann:${secret()}@${target}/`,
      password: secret(),
      certificate: secret(),
      properties: { clientSecret: secret(), webhook: `https://hooks.slack.com/services/${secret()}` },
    }
    expect(await write('connections', connection)).toContain('***')
    await write('connections?name=eq.shop', { password: secret(), url: `ann:${secret()}@tcp(db)/x` }, 'PATCH')
    await write('properties', { name: 'smtp.password', value: secret() })
    await write('properties', { name: 'hook', value: `https://a:${secret()}@h/` })
    const spec = { schedule: '@every 1s', http: [{ name: 'kept', connection: 'connection://shop', bearer: secret() }] }
    await write('canaries', { name: 'kept', namespace: 'default', source: 'UI', spec })
    for (const table of ['topologies', 'config_scrapers', 'logging_backends', 'incident_rules', 'teams'])
      await write(table, {
        name: `of ${table}`,
        namespace: 'default',
        spec: { sql: [{ auth: { password: { value: secret() } } }] },
      })
    await write('notifications', {
      name: 'n',
      events: ['check.failed'],
      custom_services: [{ url: `slack://${secret()}@C1` }],
    })
    await write('connections', { name: 'broken', type: 1, password: secret(), nothing: secret() })

    await expect
      .poll(async () => ask('/api/canary/api/summary'), { timeout: 60_000 })
      .toMatch(/"name":"script".*healthy/)
    const playbooks = JSON.parse(await ask('/api/db/playbooks?select=id')) as { id: string }[]
    for (const { id } of playbooks) {
      const headers = { 'content-type': 'application/json' }
      for (const path of [`${id}/params`, `${id}/preflight`])
        await ask(`/api/playbook/${path}`, { method: 'POST', headers, body: '{}' })
      const run = JSON.parse(
        await ask('/api/playbook/run', { method: 'POST', headers, body: JSON.stringify({ id }) }),
      ) as { run_id: string }
      await expect
        .poll(async () => ask(`/api/playbook/run/${run.run_id}`), { timeout: 60_000 })
        .toMatch(/"status":"(completed|failed)"/)
    }
    for (const relation of Object.keys(relationAccess)) await ask(`/api/db/${relation}?limit=1000`)
    for (const { id } of JSON.parse(await ask('/api/db/checks?select=id')) as { id: string }[]) {
      await ask(`/api/canary/run/check/${id}`, { method: 'POST' })
      await ask(`/api/canary/api/graph?check=${id}`)
    }
    for (const path of ['/api/properties', '/api/auth/whoami', '/metrics', '/readyz', '/api/playbook/list?check_id=x'])
      await ask(path)

    seen.push({ where: 'socket', text: JSON.stringify(viewer.messages) }, { where: 'log', text: relay.log() })
    viewer.close()
    expect(await relay.stop()).toBe(0)
    echo.close()
    for (const file of await filesIn(dataDir))
      seen.push({ where: file, text: (await readFile(file)).toString('latin1') })
    await rm(dataDir, { recursive: true, force: true })
    expect(seen.length).toBeGreaterThan(100)
    expect(
      seen.flatMap(({ where, text }) => {
        const [found] = /mArKeD-secret-\d+/.exec(text) ?? []
        return found === undefined ? [] : [`${found} in ${where}`]
      }),
    ).toEqual([])
    expect(seen.filter(({ where, text }) => !where.startsWith(dataDir) && text.includes('sealed:v'))).toEqual([])
  },
)
