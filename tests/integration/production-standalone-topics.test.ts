import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import { roles, type Role } from '#shared/access/roles.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { topics } from '#shared/live/topics.ts'
import { accessMatrix } from '#relay/backend/data-api/access/access-matrix.ts'
import { createGate } from '#relay/backend/data-api/access/gate.ts'
import { standaloneViewer } from '#relay/access/standalone.ts'
import { dataApiProbePath } from '#relay/proxy/data-api-state.ts'
import { connectRaw, type RawSocket } from '#tests/fixtures/live-socket.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'
import { sampleParams } from '#tests/fixtures/sample-params.ts'
import { makeSummary } from '#tests/fixtures/summary-backend.ts'

const denial = { status: 403, text: 'unauthorized. Access Denied' }
const outage = { status: 502, text: '{"message":"remote unreachable"}' }

let port: number
let backend: Server
let relay: RelayApp
let rejection: typeof denial | null
let requested: string[]
const sockets: RawSocket[] = []

beforeEach(async () => {
  rejection = null
  requested = []
  backend = createServer(({ url = '' }, response) => {
    if (url !== dataApiProbePath.replace('/api', ''))
      requested.push(...[/^\/db\/(\w+(?:\/\w+)?)/.exec(url)?.[1] ?? []].flat())
    if (rejection !== null) response.writeHead(rejection.status).end(rejection.text)
    else if (url !== '/canary/api/summary') response.setHeader('content-type', 'application/json').end('[]')
    else response.end(JSON.stringify({ runnerName: 'test', checks_summary: [makeSummary('a')] }))
  })
  port = await listen(backend)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close()
  await relay.stop()
  backend.close()
  backend.closeAllConnections()
})

const begin = async (role: Role) => {
  relay = await startRelayApp(`http://relay:secret@127.0.0.1:${port}`, { standaloneRoles: [role] })
}
const connect = async () => {
  const socket = await connectRaw(relay.url)
  sockets.push(socket)
  return socket
}
const watchChecks = async () => {
  const socket = await connect()
  const response = await socket.subscribe({ topic: healthChecks.name, params: {} })
  if (!response.ok) throw new Error(response.message)
  return { socket, refresh: () => socket.socket.emit('refresh', response.feed) }
}
/** This function is part of the relation, as the backend grants it. */
const actionsFunction = 'rpc/get_playbook_run_actions'

test.each(topics.filter(({ shows }) => shows !== null))(
  '$name requests no relation that it does not name',
  async ({ name, params, shows }) => {
    await begin('admin')
    const socket = await connect()
    await socket.subscribe({ topic: name, params: sampleParams.find((sample) => params.safeParse(sample).success) })
    await Promise.race([socket.next('snapshot'), socket.next('stale')])
    const named = new Set([
      ...(shows ?? []),
      ...(shows?.includes('playbook_run_actions') === true ? [actionsFunction] : []),
    ])
    expect(requested.filter((relation) => !named.has(relation))).toEqual([])
  },
)

const listKinds = ({ messages }: RawSocket) => messages.map(({ kind }) => kind)

const gate = createGate(accessMatrix)

test.each(roles)('a topic is open to a %s only if the role reads every relation that it shows', async (role) => {
  await begin(role)
  const viewer = standaloneViewer([role])
  const socket = await connect()
  const opened: (typeof topics)[number][] = []
  for (const topic of topics) {
    const params = sampleParams.find((sample) => topic.params.safeParse(sample).success)
    if ((await socket.subscribe({ topic: topic.name, params })).ok) opened.push(topic)
  }
  const shown = [...new Set(opened.flatMap(({ shows }) => shows ?? []))]
  expect(shown.filter((relation) => gate(viewer, 'GET', relation).kind !== 'allowed')).toEqual([])
})

test('rows leave every page when the backend denies them to the credential, and return when it grants them', async () => {
  await begin('viewer')
  const before = await watchChecks()
  await before.socket.next('snapshot')
  rejection = denial
  before.refresh()
  expect(await before.socket.next('stale')).toMatchObject({ isDenied: true })
  const later = await watchChecks()
  expect(await later.socket.next('stale')).toMatchObject({ isDenied: true })
  expect(listKinds(later.socket)).toEqual(['stale'])
  rejection = null
  later.refresh()
  for (const { socket } of [before, later]) expect(await socket.next('snapshot')).toMatchObject({ rows: [{ id: 'a' }] })
})

test('an outage that turns into a denial takes the rows away, and the other way round names the outage', async () => {
  await begin('viewer')
  const { socket, refresh } = await watchChecks()
  await socket.next('snapshot')
  rejection = outage
  refresh()
  expect(await socket.next('stale')).not.toHaveProperty('isDenied')
  rejection = denial
  refresh()
  expect(await socket.next('stale')).toMatchObject({ isDenied: true })
  rejection = outage
  refresh()
  const stale = await socket.next('stale')
  expect(stale).toMatchObject({ reason: expect.stringContaining('502') })
  expect(stale).not.toHaveProperty('isDenied')
  const later = await watchChecks()
  await later.socket.next('stale')
  expect(listKinds(later.socket)).toEqual(['stale'])
})
