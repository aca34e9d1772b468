import { execFileSync } from 'node:child_process'
import { median, p99, wait, type Bench } from './bench.ts'
import { withManyChecks, type ManyChecks } from './many-checks.ts'

const checks = 500
const everySeconds = 20
const viewerCount = 50
const intervalMs = everySeconds * 1_000
const usual = { checks, everySeconds }

const settle = () => wait(intervalMs * 1.5)

const readDelays = async ({ target, viewers, checkNames }: ManyChecks, turned: readonly string[], status: string) => {
  const names = [...(await checkNames())].filter(([, name]) => turned.includes(name))
  const rows = await viewers.ask('rowsReceived', new Map(names))
  const requestedAtMs = await target.ask('turnedAtMs', undefined)
  const first = new Map<string, number>()
  for (const { viewer, name, status: receivedStatus, atMs } of rows) {
    const requestedMs = requestedAtMs.get(name)
    const key = `${viewer} ${name}`
    if (receivedStatus === status && requestedMs !== undefined && !first.has(key)) first.set(key, atMs - requestedMs)
  }
  const missing = turned.length * viewerCount - first.size
  if (missing > 0) throw new Error(`${missing} of ${turned.length * viewerCount} status changes did not arrive`)
  return [...first.values()]
}

const turn = async (lent: ManyChecks, paths: readonly string[], status: string) => {
  await lent.viewers.ask('receive', undefined)
  await lent.target.ask('turn', paths)
  await wait(intervalMs + 2_000)
  return readDelays(lent, paths, status)
}

const turnDelays: Bench = {
  name: 'live: status change of a check until viewers have it, p50/20, p99/50',
  goal: { atMost: 1 },
  run: () =>
    withManyChecks(usual, async (lent) => {
      await lent.viewers.ask('open', { port: lent.port, count: viewerCount, speaks: 'live' })
      await settle()
      const delays: number[] = []
      const startedAt = performance.now()
      const cpu = await lent.cpuSeconds()
      for (const [round, status] of ['unhealthy', 'healthy', 'unhealthy'].entries()) {
        const paths = lent.paths.filter((_, i) => i % 20 === Math.floor(round / 2))
        delays.push(...(await turn(lent, paths, status)))
      }
      const cores = ((await lent.cpuSeconds()) - cpu) / ((performance.now() - startedAt) / 1_000)
      const [middle, ours] = [median(delays), p99(delays)]
      const note = `p50 ${middle.toFixed(0)} ms of ${delays.length}, ${viewerCount} viewers; ${cores.toFixed(3)} cores`
      return { ours, reference: 50, ratio: Math.max(middle / 20, ours / 50), unit: 'ms', note }
    }),
}

const allTurn: Bench = {
  name: 'live: 500 checks change together: polls ÷ without changes',
  goal: { atMost: 3 },
  run: () =>
    withManyChecks(usual, async (lent) => {
      await lent.viewers.ask('open', { port: lent.port, count: viewerCount, speaks: 'live' })
      await settle()
      const before = await lent.polls()
      await wait(intervalMs + 2_000)
      const between = await lent.polls()
      const cpu = await lent.cpuSeconds()
      const delays = await turn(lent, lent.paths, 'unhealthy')
      const [ours, reference] = [(await lent.polls()) - between, between - before]
      const cores = ((await lent.cpuSeconds()) - cpu) / (everySeconds + 2)
      return {
        ours,
        reference,
        ratio: ours / reference,
        unit: 'polls',
        note: `p50 ${median(delays).toFixed(0)}, p99 ${p99(delays).toFixed(0)} ms; ${cores.toFixed(3)} cores`,
      }
    }),
}

const measuredMs = 4 * intervalMs
const minutesMeasured = measuredMs / 60_000

const bytesToOne: Bench = {
  name: 'live: bytes a minute to one viewer, 500 checks every 20 s',
  goal: { atMost: 1 },
  run: () =>
    withManyChecks(usual, async ({ viewers, port }) => {
      await viewers.ask('open', { port, count: 1, speaks: 'live' })
      await settle()
      const before = await viewers.ask('totals', undefined)
      await wait(measuredMs)
      const ours = ((await viewers.ask('totals', undefined)).bytes - before.bytes) / minutesMeasured / 1e6
      return { ours, reference: 0.1, ratio: ours / 0.1, unit: 'MB' }
    }),
}

/** Excludes the write-ahead log, which has its own limit. */
const diskBytes = (dataDir: string) =>
  Number(/^\d+/.exec(execFileSync('du', ['-sb', '--exclude=pg_wal', dataDir], { encoding: 'utf8' }))?.[0])

/** The first pages of tables and indexes, which are extended by several at a time, would count as growth. */
const diskGrowsAfterMs = 60_000
const diskMinutes = 4

const diskAnHour: Bench = {
  name: 'checks: disk an hour, 500 checks every 20 s',
  goal: { atMost: 1 },
  run: () =>
    withManyChecks(usual, async ({ relay }) => {
      await settle()
      await wait(diskGrowsAfterMs)
      const before = diskBytes(relay.dataDir)
      await wait(diskMinutes * 60_000)
      const ours = ((diskBytes(relay.dataDir) - before) * 60) / diskMinutes / 1e6
      return {
        ours,
        reference: 10,
        ratio: ours / 10,
        unit: 'MB',
        note: `of ${diskMinutes} minutes; without the write-ahead log`,
      }
    }),
}

/** Resident, of the relay and the processes that it started. */
const readMemoryMb = ({ processId }: ManyChecks['relay']) =>
  execFileSync('ps', ['-o', 'rss=', '--pid', String(processId), '--ppid', String(processId)], { encoding: 'utf8' })
    .split('\n')
    .reduce((sum, line) => sum + Number(line) / 1_000, 0)

const measureWithViewers = async (lent: ManyChecks, read: () => number | Promise<number>) => {
  const measure = async () => {
    await settle()
    const before = await read()
    await wait(measuredMs)
    return { before, after: await read() }
  }
  const without = await measure()
  await lent.viewers.ask('open', { port: lent.port, count: viewerCount, speaks: 'live' })
  return { without, watched: await measure() }
}

const describeBoth = (without: number, watched: number, unit: string) =>
  `${without.toFixed(1)} ${unit} without viewers, ${watched.toFixed(1)} ${unit} with ${viewerCount}`

const memory: Bench = {
  name: 'relay: memory, 500 checks every 20 s, 0 viewers/250, 50 viewers/330',
  goal: { atMost: 1 },
  run: () =>
    withManyChecks(usual, async (lent) => {
      const { without, watched } = await measureWithViewers(lent, () => readMemoryMb(lent.relay))
      const note = describeBoth(without.after, watched.after, 'MB')
      const ratio = Math.max(without.after / 250, watched.after / 330)
      return { ours: watched.after, reference: 330, ratio, unit: 'MB', note }
    }),
}

const cpu: Bench = {
  name: 'relay: CPU a minute, 500 checks every 20 s, 0 viewers/4.2, 50 viewers/5',
  goal: { atMost: 1 },
  run: () =>
    withManyChecks(usual, async (lent) => {
      const { without, watched } = await measureWithViewers(lent, lent.cpuSeconds)
      const idle = (without.after - without.before) / minutesMeasured
      const ours = (watched.after - watched.before) / minutesMeasured
      const note = describeBoth(idle, ours, 's')
      return { ours, reference: 5, ratio: Math.max(idle / 4.2, ours / 5), unit: 's', note }
    }),
}

export const checksLive: readonly Bench[] = [turnDelays, allTurn, bytesToOne, diskAnHour, memory, cpu]
