import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Registry } from 'prom-client'
import { toCheckRow } from '#shared/health/check-row.ts'
import { checkSummarySchema } from '#shared/health/check-summary.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { standaloneAccess } from '#relay/access/standalone.ts'
import { noRecorder } from '#relay/live/feeds/feed-recorder.ts'
import { createLiveServer } from '#relay/live/delivery/live-server.ts'
import { bindTopic } from '#relay/live/feeds/topic-binding.ts'
import { serveCommands, sharedNowMs, usedBytes } from '#tests/bench/bench-process.ts'
import { check } from '#tests/fixtures/health-rows.ts'

interface Wanted {
  readonly rows: number
  readonly everyMs: number
  readonly changed: number
}

let wanted: Wanted = { rows: 0, everyMs: 1_000, changed: 0 }
let texts: string[] = []
let round = 0
let polls = 0
/** JSON size of all changed rows so far, as the client stores them. */
let changedBytes = 0
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()

const createText = (n: number): string =>
  JSON.stringify(check(n, { last_runtime: new Date(1.7e12 + round * 1_000 + n).toISOString() }))

const nextResponse = (): string => {
  polls += 1
  round += 1
  for (let i = 0; i < wanted.changed; i++) {
    const n = (i * Math.max(1, Math.floor(wanted.rows / wanted.changed))) % wanted.rows
    const text = createText(n)
    texts[n] = text
    changedBytes += JSON.stringify(toCheckRow(checkSummarySchema.parse(JSON.parse(text)))).length + 1
  }
  return `[${texts.join(',')}]`
}

const commands = {
  start: async (options: Wanted): Promise<number> => {
    wanted = options
    texts = Array.from({ length: options.rows }, (_, n) => createText(n))
    const server = createServer((_request, response) => response.end(`[${texts.join(',')}]`))
    createLiveServer({
      server,
      topics: [
        bindTopic(
          { ...healthChecks, pollEveryMs: options.everyMs },
          {
            source: {
              load: async () => ({ body: nextResponse(), observedAtMs: Date.now() }),
              parseRow: (entry) => toCheckRow(checkSummarySchema.parse(entry)),
            },
          },
        ),
      ],
      access: standaloneAccess(['admin']),
      recorder: noRecorder,
      isAllowedOrigin: () => true,
      metrics: new Registry(),
      onPollError: (_topic, error) => {
        throw error
      },
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  },
  change: (changed: number): void => {
    wanted = { ...wanted, changed }
  },
  spent: () => {
    const { user, system } = process.cpuUsage()
    return { cpuUs: user + system, nowMs: sharedNowMs(), polls, changedBytes }
  },
  used: usedBytes,
  loopDelayMs: (): number => {
    const ms = delay.percentile(99) / 1e6
    delay.reset()
    return ms
  },
}
export type LiveServerCommands = typeof commands
serveCommands(commands)
