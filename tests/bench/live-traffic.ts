import { gzipSync } from 'node:zlib'
import { createLiveClient } from '#client/live/create-live-client.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { check } from '#tests/fixtures/health-rows.ts'
import { startRelayApp } from '#tests/fixtures/relay-app.ts'
import { startSummaryBackend, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'
import { median, wait, type Bench } from './bench.ts'
import { startBenchProcess, withProcesses } from './bench-process.ts'
import type { LiveServerCommands } from './programs/live-server.ts'
import type { ViewersCommands } from './programs/viewers.ts'

const startSides = () => ({
  live: startBenchProcess<LiveServerCommands>('live-server'),
  viewers: startBenchProcess<ViewersCommands>('viewers'),
})

const tabs = 200
const rows = 10_000
const changed = rows / 100
/** The real interval is 15 s; only equal intervals of both sides matter. */
const everyMs = 3_000

const againstPolling = (metric: 'bytes' | 'requests'): Bench => ({
  name: `live: ${metric} of 200 tabs that poll 10,000 checks ÷ ours`,
  goal: { atLeast: metric === 'bytes' ? 150 : 200 },
  run: () =>
    withProcesses(startSides(), async ({ live, viewers }) => {
      const port = await live.ask('start', { rows, everyMs, changed })
      await viewers.ask('open', { port, count: tabs, speaks: 'live' })
      await wait(everyMs)
      const ratios: number[] = []
      let ours = 0
      let theirs = 0
      let body = ''
      for (let pair = 0; pair < 5; pair++) {
        const [before, requestsBefore] = [
          await viewers.ask('totals', undefined),
          (await live.ask('spent', undefined)).polls,
        ]
        body = await (await fetch(`http://127.0.0.1:${port}/summary`)).text()
        await wait(2 * everyMs)
        const intervals = (await live.ask('spent', undefined)).polls - requestsBefore
        ours = metric === 'requests' ? 1 : ((await viewers.ask('totals', undefined)).bytes - before.bytes) / intervals
        theirs = metric === 'requests' ? tabs : tabs * Buffer.byteLength(body)
        ratios.push(theirs / ours)
      }
      const scale = metric === 'bytes' ? 1e6 : 1
      const packed = Math.round((gzipSync(body, { level: 6 }).length * tabs) / 1e6)
      return {
        ours: ours / scale,
        reference: theirs / scale,
        ratio: median(ratios),
        unit: metric === 'bytes' ? 'MB an interval' : 'an interval',
        note:
          metric === 'bytes' ? `nothing compressed on either side; pollers with gzip: ${packed} MB` : 'to the backend',
      }
    }),
})

const afterFiveMinutes: Bench = {
  name: 'live: reconnect after 20 intervals: bytes ÷ snapshot',
  goal: { atMost: 0.1 },
  run: () =>
    withProcesses({ ...startSides(), stays: startBenchProcess<ViewersCommands>('viewers') }, async (sides) => {
      const { live, viewers, stays } = sides
      const port = await live.ask('start', { rows: 5_000, everyMs: 200, changed: 50 })
      const bytesToOpen = async (have?: { epoch: string; version: number }) => {
        await viewers.ask('open', { port, count: 1, speaks: 'live', ...(have && { have }) })
        const { bytes, positions } = await viewers.ask('totals', undefined)
        await viewers.ask('close', undefined)
        return { bytes, position: positions[0] }
      }
      await stays.ask('open', { port, count: 1, speaks: 'live' })
      const net: number[] = []
      const whole: number[] = []
      for (let pair = 0; pair < 5; pair++) {
        const { bytes, position } = await bytesToOpen()
        whole.push(bytes)
        await wait(20 * 200)
        net.push((await bytesToOpen(position)).bytes)
      }
      const [ours, reference] = [median(net) / 1_000, median(whole) / 1_000]
      return { ours, reference, ratio: ours / reference, unit: 'KB', note: 'the same 1% each time' }
    }),
}

type Outage = 'frozen' | 'failing' | 'gone'
const outages: readonly Outage[] = ['frozen', 'failing', 'gone']

const stopData: Record<Outage, (backend: SummaryBackend, stop: () => Promise<void>) => unknown> = {
  frozen: (backend) => (backend.holds = true),
  failing: (backend) => (backend.failWith = 500),
  gone: (_backend, stop) => stop(),
}

const measureStaleDelay = async (outage: Outage): Promise<number> => {
  const backend = await startSummaryBackend()
  backend.checks = [check(1)]
  const relay = await startRelayApp(backend.url)
  const client = createLiveClient({ url: relay.url })
  const view = client.topic(healthChecks, {})
  const becomes = (wanted: readonly string[]) =>
    new Promise<void>((resolve) => {
      const stop = view.subscribe(() => {
        if (!wanted.includes(view.get().status)) return
        resolve()
        setTimeout(stop)
      })
    })
  await becomes(['live'])
  const becameStale = becomes(['stale', 'offline'])
  const stoppedAt = performance.now()
  await stopData[outage](backend, relay.stop)
  await becameStale
  const took = performance.now() - stoppedAt
  client.close()
  if (outage !== 'gone') await relay.stop()
  await backend.stop()
  return took
}

const staleDelay: Bench = {
  name: 'live: data stops until the page shows stale',
  goal: { atMost: 1 },
  run: async () => {
    const runs = Array.from({ length: 5 }, () => outages).flat()
    const took = await Promise.all(runs.map((outage, i) => wait(i * 700).then(() => measureStaleDelay(outage))))
    const reference = (2 * healthChecks.pollEveryMs + 5_000) / 1_000
    const ours = Math.max(...took) / 1_000
    const worst = outages.map(
      (outage) => `${outage} ${(Math.max(...took.filter((_, i) => runs[i] === outage)) / 1_000).toFixed(1)} s`,
    )
    return { ours, reference, ratio: ours / reference, unit: 's', note: `worst of 5 each: ${worst.join(', ')}` }
  },
}

export const liveTraffic: readonly Bench[] = [
  againstPolling('bytes'),
  againstPolling('requests'),
  afterFiveMinutes,
  staleDelay,
]
