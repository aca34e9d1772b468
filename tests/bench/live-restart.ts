import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from '#tests/fixtures/health-rows.ts'
import { startRelay } from '#tests/fixtures/relay.ts'
import { startSummaryBackend } from '#tests/fixtures/summary-backend.ts'
import { median, type Bench, type Measured } from './bench.ts'
import { startBenchProcess } from './bench-process.ts'
import type { ViewersCommands } from './programs/viewers.ts'

const viewerCount = 2_000
const checkCount = 2_000

const loopDelayMs = async (url: string): Promise<number> => {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const found = /^quarterdeck_event_loop_delay_seconds\{quantile="0.99"\} (\S+)$/m.exec(metrics)?.[1]
  if (found === undefined) throw new Error('the relay has no event-loop delay metric')
  return Number(found) * 1_000
}

interface Restart {
  readonly loopDelayMs: number
  readonly questions: number
  readonly tookMs: number
}

const restartWith = async (count: number): Promise<Restart> => {
  const backend = await startSummaryBackend()
  backend.checks = Array.from({ length: checkCount }, (_, i) => check(i))
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const viewers = startBenchProcess<ViewersCommands>('viewers')
  const env = { BACKEND_URL: backend.url }
  try {
    const first = await startRelay({ env, dataDir })
    const { port } = new URL(first.url)
    await viewers.ask('open', { port: Number(port), count, speaks: 'live' })
    const [have] = (await viewers.ask('totals', undefined)).positions
    await viewers.ask('close', undefined)
    await first.stop('SIGKILL')
    const requestsBefore = backend.requests.length
    const again = await startRelay({ env: { ...env, PORT: port }, dataDir })
    await loopDelayMs(again.url)
    const startedAt = performance.now()
    await viewers.ask('open', { port: Number(port), count, speaks: 'live', ...(have && { have }) })
    const tookMs = performance.now() - startedAt
    const delay = await loopDelayMs(again.url)
    const questions = backend.requests.slice(requestsBefore).filter((request) => request.includes('/summary')).length
    await again.stop('SIGKILL')
    return { loopDelayMs: delay, questions: questions / Math.max(1, Math.ceil(tookMs / 5_000)), tookMs }
  } finally {
    await viewers.stop()
    await backend.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const rounds = 5
const restarts = async (count: number) => {
  const runs: Restart[] = []
  for (let round = 0; round < rounds; round++) runs.push(await restartWith(count))
  return runs
}

const loopDelay: Bench = {
  name: 'live: 2,000 viewers after a restart: event loop, p99',
  goal: { atMost: 1 },
  run: async (): Promise<Measured> => {
    const runs = await restarts(viewerCount)
    const ours = median(runs.map((run) => run.loopDelayMs))
    const back = median(runs.map(({ tookMs }) => tookMs)) / 1_000
    return {
      ours,
      reference: 100,
      ratio: ours / 100,
      unit: 'ms',
      note: `all at once, reconnected in ${back.toFixed(1)} s`,
    }
  },
}

const questions: Bench = {
  name: 'live: 2,000 viewers after a restart: polls ÷ one viewer',
  goal: { atMost: 1 },
  run: async (): Promise<Measured> => {
    const [many, one] = [await restarts(viewerCount), await restarts(1)]
    const [ours, reference] = [median(many.map((run) => run.questions)), median(one.map((run) => run.questions))]
    return { ours, reference, ratio: ours / reference, unit: 'an interval' }
  },
}

export const liveRestart: readonly Bench[] = [loopDelay, questions]
