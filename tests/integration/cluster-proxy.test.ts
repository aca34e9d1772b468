import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLiveClient } from '#client/live/create-live-client.ts'
import type { LiveClient, LiveState } from '#client/live/live-client.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { startClusterServices, type ClusterServices } from '#tests/fixtures/cluster-services.ts'
import { startClusterTarget, type ClusterTarget } from '#tests/fixtures/cluster-target.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { findUnknown } from '#tests/fixtures/monitoring/queries.ts'
import { startRedis, type Redis } from '#tests/fixtures/redis.ts'
import type { Relay } from '#tests/fixtures/relay.ts'

const checkCount = 12

let target: ClusterTarget
let redis: Redis
let services: ClusterServices
let relays: Relay[] = []
let client: LiveClient

const readMetrics = async ({ url }: Relay) => (await fetch(`${url}/metrics`)).text()
const sum = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0)
const countViewers = async (relay: Relay) => sum(await readMetrics(relay), /^quarterdeck_live_viewers (\d+)$/gm)
const countSnapshots = async (relay: Relay) =>
  sum(await readMetrics(relay), /^quarterdeck_live_messages_total\{kind="(?:snapshot|packed)"\} (\d+)$/gm)

beforeAll(async () => {
  target = await startClusterTarget()
  redis = await startRedis()
  services = await startClusterServices({ target, redis, checkCount })
  relays = [...services.relays]
  client = createLiveClient({ url: services.url })
}, 240_000)
afterAll(async () => {
  client.close()
  await services.stop()
  await redis.stop()
  await target.close()
})

test('a viewer behind the proxy loses nothing when its relay is stopped', { timeout: 240_000 }, async () => {
  const checks = client.topic(healthChecks, {})
  const seen = { rows: [] as number[], states: [] as LiveState['state'][] }
  checks.subscribe(() => seen.rows.push(checks.get().rows.size))
  client.state.subscribe(() => seen.states.push(client.state.get().state))
  const statuses = () => [...checks.get().rows.values()].map(({ status }) => status)
  await eventually(() => expect(statuses()).toEqual(Array.from({ length: checkCount }, () => 'healthy')))

  const viewers = await Promise.all(relays.map(countViewers))
  expect(viewers.filter((count) => count > 0)).toEqual([1])
  const leaving = relays[viewers.indexOf(1)]
  const others = relays.filter((relay) => relay !== leaving)
  if (leaving === undefined) throw new Error('no relay has the viewer')
  const before = await Promise.all(others.map(countSnapshots))
  seen.rows.length = 0
  seen.states.length = 0

  relays = others
  const shutdown = { hasEnded: false }
  const stopped = leaving.stop('SIGTERM').finally(() => {
    shutdown.hasEnded = true
  })
  target.state.status = 500
  const responses: number[] = []
  while (!shutdown.hasEnded) responses.push((await fetch(`${services.url}/api/canary/api/summary`)).status)
  expect(await stopped).toBe(0)
  expect(responses.length).toBeGreaterThan(0)
  expect(new Set(responses)).toEqual(new Set([200]))

  await eventually(() => expect(statuses()).toEqual(Array.from({ length: checkCount }, () => 'unhealthy')))
  await eventually(() => expect(client.state.get().state).toBe('live'))
  expect(new Set(seen.rows)).toEqual(new Set([checkCount]))
  expect(seen.states.filter((state) => state === 'offline').length).toBeLessThanOrEqual(1)
  expect((await Promise.all(others.map(countViewers))).filter((count) => count > 0)).toEqual([1])
  expect(await Promise.all(others.map(countSnapshots))).toEqual(before)

  const at = performance.now()
  const running = () => new Set(target.seen.filter((run) => run.at > at).map(({ name }) => name)).size
  await eventually(() => expect(running()).toBe(checkCount))
  expect(target.state.most).toBe(1)
})

test('relays export every metric and label of the alerts and the dashboard', async () => {
  const texts = await Promise.all(relays.map(readMetrics))
  expect(findUnknown(texts.join('\n'))).toEqual([])
})
