import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLiveClient } from '#client/live/create-live-client.ts'
import type { LiveClient, LiveState } from '#client/live/live-client.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { canaryDocument } from '#tests/fixtures/backend.ts'
import { startClusterTarget, type ClusterTarget } from '#tests/fixtures/cluster-target.ts'
import { interpolate, relayServices } from '#tests/fixtures/compose.ts'
import { createServerDatabase } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { freePort } from '#tests/fixtures/free-port.ts'
import { findUnknown } from '#tests/fixtures/monitoring/queries.ts'
import { startProxy, type Proxy } from '#tests/fixtures/proxy.ts'
import { startRedis, type Redis } from '#tests/fixtures/redis.ts'
import { startRelay, type Relay } from '#tests/fixtures/relay.ts'
import { secretExamples } from '#tests/fixtures/secret-examples.ts'

const checkCount = 12

let target: ClusterTarget
let redis: Redis
let proxy: Proxy
let consoleUrl: string
let relays: Relay[] = []
let client: LiveClient

/** The services of docker-compose.yml, each as a process. */
const startServices = async () => {
  const port = await freePort()
  consoleUrl = `http://127.0.0.1:${port}`
  const databaseUrl = await createServerDatabase()
  const resources = Object.fromEntries(
    Array.from({ length: checkCount }, (_, id) => [
      `c${id}.yaml`,
      canaryDocument(`c${id}`, `  http:\n    - name: c${id}\n      url: ${target.url}c${id}\n`, '@every 1s'),
    ]),
  )
  const start = ({ environment }: { readonly environment: Readonly<Record<string, string>> }) => {
    const { DATA_DIR: _data, RESOURCES_DIR: _resources, ...env } = environment
    const here = {
      HOST: '127.0.0.1',
      PORT: '0',
      AUTH_MODE: 'standalone',
      PUBLIC_URL: consoleUrl,
      DATABASE_URL: databaseUrl,
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    }
    const set = { ...secretExamples, UPSTREAM_TOKEN: '', SMTP_URL: '', POSTGRES_PASSWORD: 'unused' }
    return startRelay({ env: { ...interpolate(env, set), ...here }, resources })
  }
  relays = await Promise.all(Object.values(relayServices()).map(start))
  proxy = await startProxy(
    port,
    relays.map(({ url }) => url),
  )
}

const readMetrics = async ({ url }: Relay) => (await fetch(`${url}/metrics`)).text()
const sum = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0)
const countViewers = async (relay: Relay) => sum(await readMetrics(relay), /^quarterdeck_live_viewers (\d+)$/gm)
const countSnapshots = async (relay: Relay) =>
  sum(await readMetrics(relay), /^quarterdeck_live_messages_total\{kind="(?:snapshot|packed)"\} (\d+)$/gm)

beforeAll(async () => {
  target = await startClusterTarget()
  redis = await startRedis()
  await startServices()
  client = createLiveClient({ url: consoleUrl })
}, 240_000)
afterAll(async () => {
  client.close()
  await Promise.all(relays.map((relay) => relay.stop('SIGKILL')))
  await proxy.stop()
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
  while (!shutdown.hasEnded) responses.push((await fetch(`${consoleUrl}/api/canary/api/summary`)).status)
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
