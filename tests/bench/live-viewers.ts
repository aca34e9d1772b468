import { interleave, median, p99, wait, type Bench } from './bench.ts'
import { startBenchProcess, withProcesses } from './bench-process.ts'
import type { LiveServerCommands } from './programs/live-server.ts'
import type { PlainServerCommands } from './programs/plain-server.ts'
import type { ViewersCommands } from './programs/viewers.ts'

const startSides = () => ({
  live: startBenchProcess<LiveServerCommands>('live-server'),
  plain: startBenchProcess<PlainServerCommands>('plain-server'),
  liveViewers: startBenchProcess<ViewersCommands>('viewers'),
  plainViewers: startBenchProcess<ViewersCommands>('viewers'),
})

const viewerCount = 5_000
const perSecond = 4
const windowMs = 6_000

const cpuPerDelivery: Bench = {
  name: 'live: CPU per delivery, 5,000 viewers at 4 Hz, ws ÷ ours',
  goal: { atLeast: 0.7 },
  run: () =>
    withProcesses(startSides(), async ({ live, plain, liveViewers, plainViewers }) => {
      const livePort = await live.ask('start', { rows: 500, everyMs: 1_000 / perSecond, changed: 0 })
      const plainPort = await plain.ask('start', undefined)
      await liveViewers.ask('open', { port: livePort, count: viewerCount, speaks: 'live' })
      await plainViewers.ask('open', { port: plainPort, count: viewerCount, speaks: 'plain' })
      let messageBytes = 3_600

      /** In µs per received message, over one window. */
      const spentOn = async (cpuUs: () => Promise<number>, viewers: typeof liveViewers): Promise<number> => {
        await wait(1_000)
        const [before, start] = [await viewers.ask('totals', undefined), await cpuUs()]
        await wait(windowMs)
        const [after, end] = [await viewers.ask('totals', undefined), await cpuUs()]
        const messages = after.messages - before.messages
        if (messages < 0.5 * viewerCount * perSecond * (windowMs / 1_000)) throw new Error(`only ${messages} arrived`)
        messageBytes = (after.bytes - before.bytes) / messages
        return (end - start) / messages
      }
      const ours = async () => {
        await live.ask('change', 5)
        const spent = await spentOn(async () => (await live.ask('spent', undefined)).cpuUs, liveViewers)
        await live.ask('change', 0)
        return spent
      }
      const reference = async () => {
        await plain.ask('send', { bytes: Math.round(messageBytes), perSecond })
        const spent = await spentOn(async () => (await plain.ask('spent', undefined)).cpuUs, plainViewers)
        await plain.ask('send', { bytes: 0, perSecond: 0 })
        return spent
      }
      const measured = await interleave(5, 'µs', ours, reference)
      return { ...measured, ratio: 1 / measured.ratio, note: `messages of ${Math.round(messageBytes)} bytes` }
    }),
}

const heapPerViewer: Bench = {
  name: 'live: heap per connection, ours ÷ ws',
  goal: { atMost: 3.5 },
  run: () =>
    withProcesses(startSides(), async ({ live, plain, liveViewers, plainViewers }) => {
      const count = 2_000
      const livePort = await live.ask('start', { rows: 100, everyMs: 1_000, changed: 0 })
      const plainPort = await plain.ask('start', undefined)
      const perViewer = async (used: () => Promise<number>, open: () => Promise<void>, viewers: typeof liveViewers) => {
        const before = await used()
        await open()
        await wait(500)
        const taken = (await used()) - before
        await viewers.ask('close', undefined)
        await wait(1_500)
        return taken / count / 1_024
      }
      const ours = () =>
        perViewer(
          () => live.ask('used', undefined),
          () => liveViewers.ask('open', { port: livePort, count, speaks: 'live' }),
          liveViewers,
        )
      const reference = () =>
        perViewer(
          () => plain.ask('used', undefined),
          () => plainViewers.ask('open', { port: plainPort, count, speaks: 'plain' }),
          plainViewers,
        )
      await ours()
      await reference()
      return {
        ...(await interleave(5, 'KB', ours, reference)),
        note: `${count} viewers, heap and external memory`,
      }
    }),
}

const computeSpread = (arrivals: readonly number[], viewers: number): number[] => {
  const sorted = arrivals.toSorted((a, b) => a - b)
  const rounds: number[] = []
  let first = -Infinity
  for (const at of sorted) {
    if (at - first > 125) first = at
    rounds.push(at - first)
  }
  return rounds.length < viewers ? [] : rounds
}

const stalledViewer = (metric: 'memory' | 'others'): Bench => ({
  name:
    metric === 'memory'
      ? 'live: server memory of one stalled viewer'
      : 'live: p99 of the others next to a stalled viewer',
  goal: { atMost: metric === 'memory' ? 1 : 1.1 },
  run: () =>
    withProcesses(startSides(), async ({ live, liveViewers, plainViewers: stalled }) => {
      const count = 500
      const port = await live.ask('start', { rows: 500, everyMs: 250, changed: 20 })
      await liveViewers.ask('open', { port, count, speaks: 'live' })
      await stalled.ask('open', { port, count: 20, speaks: 'live' })
      await wait(2_000)
      const othersP99 = async () => {
        await liveViewers.ask('arrivals', undefined)
        await wait(4_000)
        return p99(computeSpread(await liveViewers.ask('arrivals', undefined), count))
      }
      if (metric === 'others') {
        const beside = async () => {
          await stalled.ask('stall', 20)
          await wait(2_000)
          const spread = await othersP99()
          await stalled.ask('wake', undefined)
          await wait(1_000)
          return spread
        }
        return { ...(await interleave(5, 'ms', beside, othersP99)), note: `20 stalled viewers next to ${count}` }
      }
      const before = await live.ask('used', undefined)
      await stalled.ask('stall', 20)
      const samples: number[] = []
      for (let i = 0; i < 12; i++) {
        await wait(2_500)
        samples.push(((await live.ask('used', undefined)) - before) / 20 / 1_024)
      }
      const [early, late] = [median(samples.slice(3, 7)), median(samples.slice(8))]
      return {
        ours: late,
        reference: 64,
        ratio: Math.max(0, late) / 64,
        unit: 'KB',
        note: `${Math.round(early)} KB before, each of 20`,
      }
    }),
})

const bytesPerViewer: Bench = {
  name: 'live: bytes to a viewer ÷ bytes of the changed rows',
  goal: { atMost: 1.1 },
  run: () =>
    withProcesses(startSides(), async ({ live, liveViewers }) => {
      const port = await live.ask('start', { rows: 1_000, everyMs: 500, changed: 10 })
      await liveViewers.ask('open', { port, count: 1, speaks: 'live' })
      const ratios: number[] = []
      let total = [0, 0]
      for (let pair = 0; pair < 5; pair++) {
        const [bytes, rows] = [
          (await liveViewers.ask('totals', undefined)).bytes,
          (await live.ask('spent', undefined)).changedBytes,
        ]
        await wait(5_000)
        total = [
          (await liveViewers.ask('totals', undefined)).bytes - bytes,
          (await live.ask('spent', undefined)).changedBytes - rows,
        ]
        ratios.push((total[0] ?? 0) / (total[1] ?? 1))
      }
      return { ours: (total[0] ?? 0) / 1_000, reference: (total[1] ?? 0) / 1_000, ratio: median(ratios), unit: 'KB' }
    }),
}

const questionsPerViewer: Bench = {
  name: 'live: polls of the backend, 1,000 viewers ÷ 1',
  goal: { atMost: 1 },
  run: () =>
    withProcesses(startSides(), async ({ live, liveViewers }) => {
      const port = await live.ask('start', { rows: 500, everyMs: 500, changed: 5 })
      const questions = async (count: number) => {
        await liveViewers.ask('open', { port, count, speaks: 'live' })
        const before = (await live.ask('spent', undefined)).polls
        await wait(8_000)
        const requests = (await live.ask('spent', undefined)).polls - before
        await liveViewers.ask('close', undefined)
        return (requests * 60_000) / 8_000
      }
      return interleave(
        5,
        'a minute',
        () => questions(1_000),
        () => questions(1),
      )
    }),
}

export const liveViewers: readonly Bench[] = [
  questionsPerViewer,
  bytesPerViewer,
  cpuPerDelivery,
  heapPerViewer,
  stalledViewer('memory'),
  stalledViewer('others'),
]
