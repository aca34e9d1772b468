import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLiveClient } from '#client/live/create-live-client.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { toCheckRow } from '#shared/health/check-row.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { createServerDatabase } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { startRelay, type Relay } from '#tests/fixtures/relay.ts'
import { startRoughNetwork, type RoughNetwork } from '#tests/fixtures/rough-network.ts'
import { startSummaryBackend, makeSummary, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'

const viewerCount = 200
const stalledCount = 20
const rowCount = 60
const tenMinutesMs = 600_000
const graceMs = 5_000

const createRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const random = createRandom(20_261_121)

let backend: SummaryBackend
let network: RoughNetwork
let relay: Relay
let dataDir: string
let databaseUrl: string
const over = new AbortController()

let round = 0
const replacedAtMs: number[] = []
const nextRound = () => {
  replacedAtMs[round] = Date.now()
  round += 1
  backend.checks = backend.checks.map((row, at) => {
    if (at === 0) return { ...row, message: String(round) }
    return random() < 0.1 ? { ...row, status: random() < 0.5 ? 'healthy' : 'unhealthy' } : row
  })
  const removed = Math.floor(random() * 4)
  const ids = new Set(backend.checks.map(({ id }) => id))
  if (removed === 0 && backend.checks.length > rowCount / 2) backend.checks = backend.checks.slice(0, -1)
  else if (removed === 1)
    backend.checks = [...backend.checks, makeSummary(ids.has(`r${round}`) ? 'again' : `r${round}`)]
}

interface Seen {
  readonly client: LiveClient
  readonly view: ReturnType<typeof watch>['view']
}
const violations: string[] = []
const readRound = (rows: ReadonlyMap<string, { readonly message?: string | undefined }>) =>
  Number(rows.get('r0')?.message ?? -1)

const watch = (name: string, clockErrorMs: number) => {
  const client = createLiveClient({ url: network.url, now: () => Date.now() + clockErrorMs })
  const view = client.topic(healthChecks, {})
  let newest = -1
  view.subscribe(() => {
    const shown = readRound(view.get().rows)
    if (shown < newest) violations.push(`${name} went back from round ${newest} to ${shown}`)
    newest = Math.max(newest, shown)
  })
  return { client, view }
}
const viewers: Seen[] = []

const lookAround = () => {
  for (const [at, { view }] of viewers.entries()) {
    const { status, rows } = view.get()
    const since = replacedAtMs[readRound(rows)]
    if (status !== 'live' || since === undefined) continue
    const oldMs = Date.now() - since
    if (oldMs > healthChecks.staleAfterMs + graceMs)
      violations.push(`viewer ${at} shows as live what is ${oldMs} ms old`)
  }
}

const live = async () => {
  while (!over.signal.aborted) {
    nextRound()
    lookAround()
    await fetch(`${relay.url}/api/canary/run/check/r0`, { method: 'POST', signal: AbortSignal.timeout(500) }).catch(
      () => undefined,
    )
    await wait(400)
  }
}
const rowsNow = () => new Map(backend.checks.map((row) => [row.id, toCheckRow(row)]))
const statuses = () => new Set(viewers.map(({ view }) => view.get().status))
const start = async () => {
  const env = { BACKEND_URL: backend.url, DATABASE_URL: databaseUrl, ALLOWED_HOSTS: new URL(network.url).host }
  relay = await startRelay({ env, dataDir })
  network.leadTo(Number(new URL(relay.url).port))
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quarterdeck-hostile-'))
  databaseUrl = await createServerDatabase()
  backend = await startSummaryBackend()
  backend.checks = Array.from({ length: rowCount }, (_unused, at) => makeSummary(`r${at}`))
  network = await startRoughNetwork()
  await start()
}, 240_000)
afterAll(async () => {
  over.abort()
  for (const { client } of viewers) client.close()
  backend.letGo()
  await network.stop()
  await relay.stop()
  await backend.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test(
  'viewers always converge on the server, never go back and never show stale rows as live',
  { timeout: 180_000 },
  async () => {
    nextRound()
    for (let at = 0; at < viewerCount; at += 1) {
      viewers.push(watch(`viewer ${at}`, at % 5 === 1 ? tenMinutesMs : at % 5 === 2 ? -tenMinutesMs : 0))
    }
    await eventually(() => expect(statuses()).toEqual(new Set(['live'])))
    const time = live()

    network.stall((at) => at < stalledCount)
    for (let n = 0; n < 12; n += 1) {
      network.cut((at) => at >= stalledCount && random() < 0.1)
      await wait(300)
    }

    await relay.stop('SIGKILL')
    await start()
    network.flow()
    await eventually(() => expect(network.connections()).toBeGreaterThanOrEqual(viewerCount))

    backend.holds = true
    await eventually(() => expect(statuses()).toEqual(new Set(['stale'])))
    network.cut(() => random() < 0.2)
    backend.letGo()
    await eventually(() => expect(statuses()).toEqual(new Set(['live'])))

    backend.failWith = 500
    await eventually(() => expect(statuses()).toEqual(new Set(['stale'])))
    network.cut(() => random() < 0.2)
    backend.failWith = null
    await eventually(() => expect(statuses()).toEqual(new Set(['live'])))

    over.abort()
    await time
    await fetch(`${relay.url}/api/canary/run/check/r0`, { method: 'POST' })
    await eventually(() => {
      const expectedRows = rowsNow()
      for (const { view } of viewers) expect(view.get().rows).toEqual(expectedRows)
    })
    expect(violations).toEqual([])
  },
)
