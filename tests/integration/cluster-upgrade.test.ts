import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLiveClient } from '#client/live/create-live-client.ts'
import type { LiveState } from '#client/live/live-client.ts'
import { version } from '#relay/config/version.ts'
import { checkSummaryResponseSchema } from '#shared/health/check-summary.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { relaysRoute } from '#shared/relays/relay-routes.ts'
import { startClusterServices, type ClusterServices } from '#tests/fixtures/cluster-services.ts'
import { startClusterTarget, type ClusterTarget } from '#tests/fixtures/cluster-target.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { startRedis, type Redis } from '#tests/fixtures/redis.ts'
import { startRelay } from '#tests/fixtures/relay.ts'

const checkCount = 12
const newer = 'v99.0.0'
/** Additive, on tables that every relay writes all the time. */
const migration = `
  alter table checks add column of_newer text not null default 'added';
  alter table check_statuses add column of_newer text not null default 'added';
  alter table relay.instances add column of_newer text not null default 'added';
  create table relay.of_newer (id uuid primary key);`

let target: ClusterTarget
let redis: Redis
let services: ClusterServices
let newerFolder: string

/** The built product under another version, with one more migration. */
const buildNewer = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-newer-'))
  const relay = join(folder, 'dist/relay')
  await cp('dist/relay', relay, { recursive: true })
  await symlink(resolve('dist/client'), join(folder, 'dist/client'))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await cp('package.json', join(folder, 'package.json'))
  await writeFile(join(relay, 'migrations/9999-newer.sql'), migration)
  for (const name of (await readdir(relay)).filter((file) => file.endsWith('.js'))) {
    const code = await readFile(join(relay, name), 'utf8')
    await writeFile(join(relay, name), code.replaceAll(`"${version}"`, `"${newer}"`))
  }
  return folder
}

beforeEach(async () => {
  target = await startClusterTarget()
  redis = await startRedis()
  services = await startClusterServices({ target, redis, checkCount })
  newerFolder = await buildNewer()
}, 240_000)
afterEach(async () => {
  await services.stop()
  await redis.stop()
  await target.close()
  await rm(newerFolder, { recursive: true })
})

const readVersions = async (): Promise<string[]> => {
  const response = await fetch(`${services.url}/api/relays`)
  const relays = relaysRoute.response.parse(await response.json())
  return relays.filter(({ state }) => state === 'working').map((relay) => relay.version)
}
const everyRelayShowsThe = async (status: string) => {
  for (const { url } of services.relays) {
    const response = await fetch(`${url}/api/canary/api/summary`)
    const { checks_summary: checks } = checkSummaryResponseSchema.parse(await response.json())
    expect(checks?.filter((check) => check.status === status)).toHaveLength(checkCount)
  }
}

test(
  'three relays are replaced one after another by a version with a migration, and neither checks nor viewers notice',
  { timeout: 240_000 },
  async ({ onTestFinished }) => {
    const program = join(newerFolder, 'dist/relay/main.js')
    const client = createLiveClient({ url: services.url })
    const checks = client.topic(healthChecks, {})
    const seen = { rows: new Set<number>(), states: [] as LiveState['state'][], responses: new Set<string>() }
    const statuses = () => [...checks.get().rows.values()].map(({ status }) => status)
    const everyCheckIs = (status: string) =>
      eventually(() => expect(statuses()).toEqual(Array.from({ length: checkCount }, () => status)))
    checks.subscribe(() => seen.rows.add(checks.get().rows.size))
    await everyCheckIs('healthy')
    seen.rows.clear()
    client.state.subscribe(() => seen.states.push(client.state.get().state))
    const asking = { isOver: false }
    const asked = (async () => {
      while (!asking.isOver) {
        const response = await fetch(`${services.url}/api/canary/api/summary`)
        seen.responses.add(response.ok ? 'ok' : `${response.status} ${await response.text()}`)
      }
    })()
    const stopAsking = () => {
      asking.isOver = true
      return asked
    }
    onTestFinished(stopAsking)
    onTestFinished(() => client.close())

    const turns = ['unhealthy', 'healthy', 'unhealthy'] as const
    for (const [index, status] of turns.entries()) {
      await services.replace(index, program)
      const versions = services.relays.map((_, each) => (each <= index ? newer : version))
      await eventually(async () => expect((await readVersions()).toSorted()).toEqual(versions.toSorted()))
      const at = performance.now()
      const running = () => new Set(target.seen.filter((run) => run.at > at).map(({ name }) => name)).size
      await eventually(() => expect(running()).toBe(checkCount))
      target.state.status = status === 'healthy' ? 200 : 500
      await everyCheckIs(status)
      await eventually(() => everyRelayShowsThe(status))
    }
    await stopAsking()

    expect(target.state.most).toBe(1)
    expect(seen.rows).toEqual(new Set([checkCount]))
    expect(seen.responses).toEqual(new Set(['ok']))
    expect(seen.states.filter((state) => state === 'offline').length).toBeLessThanOrEqual(turns.length)

    const again = startRelay({ env: { DATABASE_URL: services.databaseUrl } })
    await expect(again).rejects.toThrow('9999-newer.sql, which this version does not have')
  },
)
