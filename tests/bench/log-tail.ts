import { chromium, type Page } from '@playwright/test'
import { open, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logBackendsRoute } from '#shared/logs/log-routes.ts'
import { startRelay } from '#tests/fixtures/relay.ts'
import { chromiumPath } from '#tests/setup/programs.ts'
import { median, p99, type Bench } from './bench.ts'

const linesPerSecond = 1_000
const secondsMeasured = 20
const goalMs = 500

const createDocument = (path: string) =>
  `apiVersion: v1\nkind: LoggingBackend\nmetadata: { name: tailed }\nspec: { backends: [{ file: { path: '${path}' } }] }\n`

const startWriter = async (path: string) => {
  const file = await open(path, 'a')
  const begunMs = Date.now()
  let written = 0
  let writing = Promise.resolve()
  const timer = setInterval(() => {
    const nowMs = Date.now()
    const due = Math.floor(((nowMs - begunMs) * linesPerSecond) / 1_000)
    const time = new Date(nowMs).toISOString()
    const lines = Array.from(
      { length: due - written },
      (_, line) => `${time} INFO line ${written + line + 1} at ${nowMs}\n`,
    )
    written = due
    writing = writing.then(() => file.appendFile(lines.join('')))
  }, 10)
  return async () => {
    clearInterval(timer)
    await writing
    await file.close()
  }
}

/** In ms, to the first frame after the one in which the line was drawn. */
const watchFrames = (page: Page, forMs: number): Promise<number[]> =>
  page.evaluate(
    (ms) =>
      new Promise<number[]>((resolve) => {
        const until = performance.now() + ms
        const delays: number[] = []
        let newest = 0
        let drawn: number[] = []
        const frame = () => {
          const now = Date.now()
          for (const writtenAt of drawn) delays.push(now - writtenAt)
          drawn = []
          const before = newest
          for (const line of document.querySelectorAll('.log-entry-message')) {
            const [, no, writtenAt] = /line (\d+) at (\d+)$/.exec(line.textContent) ?? []
            if (no === undefined || Number(no) <= before) break
            newest = Math.max(newest, Number(no))
            if (before > 0) drawn.push(Number(writtenAt))
          }
          if (performance.now() < until) requestAnimationFrame(frame)
          else resolve(delays)
        }
        requestAnimationFrame(frame)
      }),
    forMs,
  )

const painted: Bench = {
  name: 'logs: tailed line written to painted, p99, 1,000 lines/s ÷ 500 ms',
  goal: { atMost: 1 },
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-tail-bench-'))
    const path = join(folder, 'tailed.log')
    const stopWriting = await startWriter(path)
    const relay = await startRelay({ resources: { 'tailed.yaml': createDocument(path) } })
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] })
    try {
      const backends = logBackendsRoute.response.parse(await (await fetch(`${relay.url}/api/logs/backends`)).json())
      const id = backends.find(({ name }) => name === 'tailed')?.id ?? ''
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      // The TypeScript compiler wraps named functions in this helper, which the page does not have.
      await page.addInitScript('globalThis.__name = (named) => named')
      await page.goto(`${relay.url}/logs?backend=${id}&tail=1`)
      await page.getByRole('button', { name: 'Stop live tail' }).waitFor({ timeout: 60_000 })
      await page.locator('.log-entry-message').first().waitFor({ timeout: 60_000 })
      const delays = await watchFrames(page, secondsMeasured * 1_000)
      const ours = p99(delays)
      const note = `median ${median(delays)} ms of ${delays.length} lines`
      return { ours, reference: goalMs, ratio: ours / goalMs, unit: 'ms', note }
    } finally {
      await stopWriting()
      await browser.close()
      await relay.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

export const logTail: readonly Bench[] = [painted]
