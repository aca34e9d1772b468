import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FeedMessage } from '#shared/live/messages.ts'
import { componentRowSchema, type ComponentRow } from '#shared/topology/topology.ts'
import { createServerDatabase } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { connectRaw, type RawSocket } from '#tests/fixtures/live-socket.ts'
import { startRelay, type Relay } from '#tests/fixtures/relay.ts'
import { topologyDocument } from '#tests/fixtures/topologies.ts'

const target = { status: 200 }
const server = createServer((_request, response) => response.writeHead(target.status).end('hello'))
let relay: Relay
let viewer: RawSocket

beforeEach(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const spec = `  components:
    - name: Shop
      components:
        - name: Web
          checks: [{ inline: { schedule: '@every 1s', http: [{ name: target, url: '${url}' }] } }]
    - { name: Edge, health: healthy }
    - { name: Secret, hidden: true, components: [{ name: Inside, health: healthy }] }
`
  relay = await startRelay({
    env: { DATABASE_URL: await createServerDatabase() },
    resources: { 'shop.yaml': topologyDocument('shop', spec) },
  })
  viewer = await connectRaw(relay.url)
})
afterEach(async () => {
  viewer.close()
  await relay.stop()
  server.close()
})

const parseRows = (messages: readonly FeedMessage[]): ComponentRow[] =>
  messages
    .flatMap((message) => (message.kind === 'snapshot' ? message.rows : message.kind === 'patch' ? message.put : []))
    .map((row) => componentRowSchema.parse(row))
const newest = (name: string) => parseRows(viewer.messages).findLast((row) => row.name === name)

test('a target that fails and recovers changes its component and parent for subscribed viewers', async () => {
  expect(await viewer.subscribe({ topic: 'topology.components', params: {} })).toMatchObject({ ok: true })
  await eventually(() => expect([newest('Shop')?.health, newest('Web')?.health]).toEqual(['healthy', 'healthy']))
  expect([newest('Shop')?.level, newest('Web')?.level]).toEqual([0, 1])
  expect(newest('Web')?.parents).toEqual([newest('Shop')?.id])
  target.status = 500
  await eventually(() => expect([newest('Shop')?.health, newest('Web')?.health]).toEqual(['unhealthy', 'unhealthy']))
  expect(newest('Web')?.status_reason).toMatch(/^target: /)
  target.status = 200
  await eventually(() => expect([newest('Shop')?.health, newest('Web')?.health]).toEqual(['healthy', 'healthy']))
  const names = new Set(parseRows(viewer.messages).map(({ name }) => name))
  expect(names).toEqual(new Set(['Shop', 'Web', 'Edge']))

  const one = await connectRaw(relay.url)
  await one.subscribe({ topic: 'topology.components', params: { id: newest('Shop')?.id } })
  const { rows } = await one.next('snapshot')
  one.close()
  expect(rows.map((row) => componentRowSchema.parse(row)).map(({ name, level }) => [name, level])).toEqual([
    ['Shop', 0],
    ['Web', 1],
  ])
})
