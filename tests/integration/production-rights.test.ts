import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { playbookTable } from '#shared/playbooks/playbook-topics.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { topics } from '#shared/live/topics.ts'
import { scopeByRights } from '#relay/access/permission-scope.ts'
import type { Credentials } from '#relay/access/sign-in.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { connectRaw, type RawSocket } from '#tests/fixtures/live-socket.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'
import { sampleParams } from '#tests/fixtures/sample-params.ts'
import { makeSummary } from '#tests/fixtures/summary-backend.ts'

const roles = ['admin', 'editor', 'commander', 'viewer', 'guest'] as const
const ownCredential = `Basic ${Buffer.from('relay:secret').toString('base64')}`
const granted = new Set<string>()
const shownRelations = [...new Set(topics.flatMap(({ shows }) => shows ?? []))]
const cell = (role: string, relation: string) => `${role} ${relation}`

/** A pattern with as many grants as denials, unlike the console's own matrix in both directions. */
const resetGrants = () => {
  granted.clear()
  for (const [row, role] of roles.entries()) {
    for (const [column, relation] of shownRelations.entries())
      if ((row + column) % 2 === 0) granted.add(cell(role, relation))
  }
}

const readRole = (cookie: string | undefined) => /ory_kratos_session=(\w+)/.exec(cookie ?? '')?.[1]

let backend: Server
let relay: RelayApp
const sockets: RawSocket[] = []
let isDown = false

const startBackend = async () => {
  backend = createServer(({ url = '', headers }, response) => {
    const [, relation = ''] = /^\/db\/(\w+)/.exec(url) ?? []
    const role = headers.authorization === ownCredential ? 'relay' : readRole(headers.cookie)
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (isDown) return reply(502, {})
    if (url === '/properties') return reply(200, [])
    if (url === '/canary/api/summary') {
      const names = role === 'relay' ? ['a', 'b'] : ['b']
      return reply(200, { runnerName: 'test', checks_summary: names.map((name) => makeSummary(name)) })
    }
    const isGranted = role === 'relay' || granted.has(cell(role ?? '', relation))
    return isGranted ? reply(200, []) : response.writeHead(403).end('unauthorized. Access Denied')
  })
  const port = await listen(backend)
  return port
}

const findViewer = async ({ headers }: Credentials): Promise<Viewer | null> => {
  const role = readRole(headers.cookie)
  return role === undefined ? null : { id: role, name: role, email: '', roles: [role] }
}

const startRelay = async (credential: string) =>
  startRelayApp(
    `http://${credential}127.0.0.1:${(backend.address() as AddressInfo).port}`,
    {},
    {
      access: { ...scopeByRights, findViewer, onChange: () => () => undefined, recheckEveryMs: 200 },
      identity: { kind: 'remote', routes: async () => undefined },
    },
  )

beforeAll(async () => {
  await startBackend()
})
beforeEach(async () => {
  isDown = false
  resetGrants()
  relay = await startRelay('relay:secret@')
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close()
  await relay.stop()
})
afterAll(() => backend.close())

const connect = async (role: string) => {
  const socket = await connectRaw(relay.url, { headers: { cookie: `ory_kratos_session=${role}` } })
  sockets.push(socket)
  return socket
}

const shown = topics.filter(({ shows }) => shows !== null)

test('every topic with rows of the backend names the relations it shows', () => {
  const without = topics.flatMap(({ name, shows }) => (shows === null ? [name] : []))
  expect(without.toSorted()).toEqual(['relay.errors', 'session', 'settings.flags', 'settings.relays'])
})

const isOpen = (role: string, topic: (typeof topics)[number]): boolean => {
  const isGranted = topic.shows?.every((relation) => granted.has(cell(role, relation))) === true
  const viewer = { id: role, name: role, email: '', roles: [role] }
  return isGranted && (role === 'guest' || scopeByRights.findScope(viewer, topic) !== null)
}

const watchNames = async (role: string) => {
  const socket = await connect(role)
  await socket.subscribe({ topic: healthChecks.name, params: {} })
  const { rows } = await socket.next('snapshot')
  return rows.map((row) => healthChecks.row.parse(row).id)
}

test.each(roles)('a topic is open to a %s only where the backend grants every relation it shows', async (role) => {
  const socket = await connect(role)
  const answers = await Promise.all(
    shown.map(async (topic) => {
      const params = sampleParams.find((sample) => topic.params.safeParse(sample).success)
      const response = await socket.subscribe({ topic: topic.name, params })
      return [topic.name, response.ok ? 'open' : response.code]
    }),
  )
  expect(answers).toEqual(shown.map((topic) => [topic.name, isOpen(role, topic) ? 'open' : 'forbidden']))
})

test('a guest sees the rows that the backend shows this guest, others see all', async () => {
  for (const role of ['guest', 'viewer']) granted.add(cell(role, 'checks'))
  expect(await watchNames('guest')).toEqual(['b'])
  expect(await watchNames('viewer')).toEqual(['a', 'b'])
})

test('a relay without a credential asks with the sessions of its viewers', async () => {
  await relay.stop()
  relay = await startRelay('')
  granted.add(cell('viewer', 'checks'))
  expect(await watchNames('viewer')).toEqual(['b'])
})

test('a right that the backend takes away closes the topic after its denial was seen', async () => {
  granted.add(cell('editor', 'playbooks'))
  const socket = await connect('editor')
  expect(await socket.subscribe({ topic: playbookTable.name, params: {} })).toMatchObject({ ok: true })
  granted.delete(cell('editor', 'playbooks'))
  const headers = { cookie: 'ory_kratos_session=editor' }
  expect((await fetch(`${relay.url}/api/db/playbooks`, { headers })).status).toBe(403)
  expect(await socket.next('revoked')).toMatchObject({ code: 'forbidden' })
})

test('while the backend is down no permission is reported as missing', async () => {
  isDown = true
  await expect(connect('admin')).rejects.toThrow('could not be verified')
  isDown = false
  granted.add(cell('admin', 'playbooks'))
  const socket = await eventually(() => connect('admin'))
  expect(await socket.subscribe({ topic: playbookTable.name, params: {} })).toMatchObject({ ok: true })
})
