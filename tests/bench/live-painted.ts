import type { CDPSession, Page } from '@playwright/test'
import { interleave, median, p99, type Bench } from './bench.ts'
import { startBenchProcess } from './bench-process.ts'
import { rowsShown, withConsole } from './health-console.ts'
import type { ViewersCommands } from './programs/viewers.ts'
import type { SummaryBackend } from '#tests/fixtures/summary-backend.ts'

const paintedAt = async (page: Page, text: string): Promise<number> => {
  const found = await page.waitForFunction(
    (wanted) => (document.body.textContent.includes(wanted) ? Date.now() : 0),
    text,
    { polling: 'raf' },
  )
  return found.jsonValue()
}

const trackResponses = (backend: SummaryBackend): (() => number) => {
  let checks = backend.checks
  let answeredAtMs = 0
  Object.defineProperty(backend, 'checks', {
    get: () => {
      answeredAtMs = Date.now()
      return checks
    },
    set: (next: typeof checks) => {
      checks = next
    },
  })
  return () => answeredAtMs
}

const rounds = 60
const betweenRoundsMs = 300

const painted = (start: 'answer' | 'action'): Bench => ({
  name:
    start === 'answer'
      ? 'live: backend response to painted, p99, 1,000 viewers'
      : 'live: own action to painted, p99, 1,000 viewers',
  goal: { atMost: 1 },
  run: () =>
    withConsole({ checkCount: 500 }, async ({ backend, newPage, url }) => {
      const viewers = startBenchProcess<ViewersCommands>('viewers')
      try {
        await viewers.ask('open', { port: Number(new URL(url).port), count: 1_000, speaks: 'live' })
        const [changedCheck] = backend.checks
        const answeredAt = trackResponses(backend)
        const page = await newPage()
        await page.goto(url)
        await rowsShown(page)
        const measured: number[] = []
        for (let round = 0; round < rounds; round++) {
          if (changedCheck !== undefined) changedCheck.message = `round ${round} of the bench`
          const seen = paintedAt(page, `round ${round} of the bench`)
          const actedAt = Date.now()
          await page.getByRole('button', { name: /^Refresh/ }).click()
          const at = await seen
          measured.push(at - (start === 'answer' ? answeredAt() : actedAt))
          await page.waitForTimeout(betweenRoundsMs)
        }
        const ours = p99(measured)
        const reference = start === 'answer' ? 250 : 1_000
        return {
          ours,
          reference,
          ratio: ours / reference,
          unit: 'ms',
          note: `median ${median(measured)} ms of ${rounds}`,
        }
      } finally {
        await viewers.stop()
      }
    }),
})

const afterPaintMs = 400
const lookEveryMs = 100

/**
 * Main thread time in ms from a change until shortly after it is painted. The change comes from elsewhere and few cells
 * are checked, because a click and a check per frame would cost more than the change.
 */
const measureWork = async (page: Page, session: CDPSession, change: () => string): Promise<number> => {
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  const before = await busy()
  const text = change()
  await fetch(new URL('/api/canary/run/check/any', page.url()), { method: 'POST' })
  await page.waitForFunction((wanted) => document.querySelector('.live-grid')?.textContent.includes(wanted), text, {
    polling: lookEveryMs,
  })
  await page.waitForTimeout(afterPaintMs)
  return (await busy()) - before
}

const gridCheckCount = 10_000

const grid = (metric: 'work' | 'longest'): Bench => ({
  name:
    metric === 'work'
      ? 'grid of 10,000 rows: 100 rows changed ÷ all replaced'
      : 'grid of 10,000 rows: longest task of 100 rows changed',
  goal: { atMost: metric === 'work' ? 0.3 : 1 },
  run: () =>
    withConsole({ checkCount: gridCheckCount }, async ({ backend, newPage, url }) => {
      const page = await newPage()
      await page.goto(url)
      await rowsShown(page)
      const session = await page.context().newCDPSession(page)
      await session.send('Performance.enable')
      let round = 0
      const change = (count: number) => () => {
        round += 1
        const at = new Date(1.8e12 + round * 1_000).toISOString()
        backend.checks = backend.checks.map((one, i) => {
          if (i === 0) return { ...one, message: `round ${round} of the bench` }
          return i % (gridCheckCount / count) === 0 ? { ...one, last_runtime: at } : one
        })
        return `round ${round} of the bench`
      }
      for (let warmUp = 0; warmUp < 3; warmUp++) await measureWork(page, session, change(100))
      if (metric === 'work') {
        return interleave(
          5,
          'ms',
          () => measureWork(page, session, change(100)),
          () => measureWork(page, session, change(gridCheckCount)),
        )
      }
      await page.evaluate(() => {
        const longest = { ms: 0 }
        Object.assign(window, { longest })
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration)
        }).observe({ entryTypes: ['longtask'] })
      })
      const measured: number[] = []
      for (let i = 0; i < 7; i++) {
        await measureWork(page, session, change(100))
        measured.push(
          await page.evaluate(() => {
            const { longest } = window as unknown as { longest: { ms: number } }
            const { ms } = longest
            longest.ms = 0
            return ms
          }),
        )
      }
      const ours = median(measured)
      return {
        ours,
        reference: 50,
        ratio: ours / 50,
        unit: 'ms',
        note: `0 when none took 50 ms; worst ${Math.round(Math.max(...measured))} ms`,
      }
    }),
})

export const livePainted: readonly Bench[] = [painted('answer'), painted('action'), grid('work'), grid('longest')]
