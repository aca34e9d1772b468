import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { checkSummaryResponseSchema } from '#shared/health/check-summary.ts'
import type { Database } from '#relay/database/database.ts'
import { openDatabase } from '#relay/database/open-database.ts'
import { canaryDocument } from '#tests/fixtures/backend.ts'
import { startClusterTarget, type ClusterTarget } from '#tests/fixtures/cluster-target.ts'
import { createServerDatabase } from '#tests/fixtures/databases.ts'
import { startRelay, type Relay } from '#tests/fixtures/relay.ts'

const checkCount = 24
const everyMs = 2_000
const waitOptions = { timeout: 60_000, interval: 50 }

let target: ClusterTarget
let databaseUrl: string
let database: Database
let relays: Relay[] = []

const secretsKey = Buffer.alloc(32, 7).toString('base64')
const aheadMinutes = 10
const shiftClock = `
  const Real = Date
  const now = () => Real.now() + ${aheadMinutes * 60_000}
  globalThis.Date = class Date extends Real {
    constructor(...parts) { super(...(parts.length === 0 ? [now()] : parts)) }
    static now() { return now() }
  }`
const clockAhead = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shiftClock)}` }

const start = async (lease = '4s', more: Readonly<Record<string, string>> = {}): Promise<Relay> => {
  const resources = Object.fromEntries(
    Array.from({ length: checkCount }, (_, id) => [
      `c${id}.yaml`,
      canaryDocument(`c${id}`, `  http:\n    - name: c${id}\n      url: ${target.url}c${id}\n`, `@every ${everyMs}ms`),
    ]),
  )
  const relay = await startRelay({
    env: { DATABASE_URL: databaseUrl, RELAY_LEASE: lease, SECRETS_KEY: secretsKey, ...more },
    resources,
  })
  relays.push(relay)
  return relay
}
const owners = async (): Promise<number[]> => {
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::int as count from relay.work_shards where owner is not null group by owner order by 1',
  )
  return rows.map(({ count }) => count)
}
const shared = (counts: number[]) => vi.waitFor(async () => expect(await owners()).toEqual(counts), waitOptions)
const everyCheckRunsAfter = (at: number, times = 1) =>
  vi.waitFor(() => {
    for (let id = 0; id < checkCount; id += 1)
      expect(target.seen.filter((run) => run.name === `c${id}` && run.at > at).length).toBeGreaterThanOrEqual(times)
  }, waitOptions)
const summary = async ({ url }: Relay) => {
  const response = await fetch(`${url}/api/canary/api/summary`)
  return checkSummaryResponseSchema.parse(await response.json()).checks_summary ?? []
}
const send = (relay: Relay, signal: NodeJS.Signals) => process.kill(relay.processId ?? 0, signal)

beforeAll(async () => {
  databaseUrl = await createServerDatabase()
  database = await openDatabase({ url: databaseUrl })
})
afterAll(() => database.close())
beforeEach(async () => {
  target = await startClusterTarget()
})
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop('SIGKILL')))
  relays = []
  await database.query('truncate canaries, checks, check_statuses, relay.instances cascade')
  await database.query('update relay.work_shards set owner = null, epoch = epoch + 1')
  await target.close()
})

test('two relays share the checks, and one takes over when the other is killed', { timeout: 240_000 }, async () => {
  const one = await start()
  await shared([64])
  const two = await start()
  await shared([32, 32])
  const sharedAt = performance.now()
  await everyCheckRunsAfter(sharedAt, 2)
  expect(target.state.most).toBe(1)
  const { rows } = await database.query<{ count: number }>('select count(*)::int as count from checks')
  expect(rows).toEqual([{ count: checkCount }])

  const name = 'c3'
  const [mine, theirs] = [await summary(one), await summary(two)]
  expect(mine.map((check) => check.name).toSorted()).toEqual(theirs.map((check) => check.name).toSorted())
  const id = mine.find((check) => check.name === name)?.id ?? ''
  for (const relay of [one, two]) {
    const before = target.seen.filter((run) => run.name === name).length
    const response = await fetch(`${relay.url}/api/canary/run/check/${id}`, { method: 'POST' })
    expect([response.status, await response.json()]).toMatchObject([200, { name, pass: true }])
    expect(target.seen.filter((run) => run.name === name).length).toBeGreaterThan(before)
  }

  send(two, 'SIGKILL')
  const killedAt = performance.now()
  await everyCheckRunsAfter(killedAt, 2)
  await shared([64])
  const results = await summary(one)
  expect(results.every(({ status }) => status === 'healthy')).toBe(true)
})

test('a relay that stops hands over at once, long before its lease expires', { timeout: 240_000 }, async () => {
  await start('10m')
  const two = await start('10m')
  await shared([32, 32])
  relays = relays.filter((relay) => relay !== two)
  const stopped = two.stop('SIGTERM')
  const stoppedAt = performance.now()
  await shared([64])
  await everyCheckRunsAfter(stoppedAt, 2)
  expect(await stopped).toBe(0)
})

test(
  'results of a relay with a wrong clock that was paused during its runs do not replace newer ones',
  { timeout: 240_000 },
  async () => {
    const one = await start()
    const two = await start('4s', clockAhead)
    await shared([32, 32])
    await everyCheckRunsAfter(performance.now())
    await vi.waitFor(async () => {
      const { rows } = await database.query("select 1 from check_statuses where time > now() + interval '9 minutes'")
      expect(rows.length).toBeGreaterThan(checkCount / 4)
    }, waitOptions)
    const { rows: owned } = await database.query<{ pid: number; count: number }>(
      'select pid, count(*)::int as count from relay.instances join relay.work_shards on owner = id group by pid',
    )
    expect(owned.find(({ pid }) => pid === two.processId)?.count).toBe(32)

    target.state.isHolding = true
    await vi.waitFor(() => expect(target.held.length).toBeGreaterThan(checkCount / 2), waitOptions)
    send(two, 'SIGSTOP')
    const { rows: paused } = await database.query<{ at: string }>('select now()::text as at')
    target.releaseHeld()
    target.state.status = 500
    await shared([64])
    await vi.waitFor(async () => {
      const { rows } = await database.query("select 1 from checks where status is distinct from 'unhealthy'")
      expect(rows).toEqual([])
    }, waitOptions)
    const readOld = () =>
      database.query(
        `select check_id, time, status from check_statuses
        where time <= $1::timestamptz + interval '${aheadMinutes} minutes'
          and (time <= $1 or time > $1::timestamptz + interval '${aheadMinutes - 1} minutes')
        order by 1, 2`,
        [paused[0]?.at],
      )
    const isUnhealthyEverywhere = () =>
      vi.waitFor(async () => {
        const statuses = (await summary(one)).map(({ status }) => status)
        expect(new Set(statuses)).toEqual(new Set(['unhealthy']))
      }, waitOptions)
    await isUnhealthyEverywhere()
    const before = (await readOld()).rows

    send(two, 'SIGCONT')
    await vi.waitFor(() => expect(two.log()).toContain('another relay instance took over were dropped'), waitOptions)
    await shared([32, 32])
    await everyCheckRunsAfter(performance.now(), 2)
    expect((await readOld()).rows).toEqual(before)
    await isUnhealthyEverywhere()
    const { rows } = await database.query("select 1 from checks where status is distinct from 'unhealthy'")
    expect(rows).toEqual([])
  },
)
