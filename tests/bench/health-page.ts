import type { Page } from '@playwright/test'
import { median, type Bench, type Measured } from './bench.ts'
import { rowsShown, withConsole as withConsoleOf, type Console } from './health-console.ts'
import { shownAfter } from './shown-after.ts'

const checkCount = 5_000

const withConsole = (measure: (console: Console) => Promise<Measured>) => withConsoleOf({ checkCount }, measure)
const times = async (count: number, measure: () => Promise<number>) => {
  const measured: number[] = []
  for (let i = 0; i < count; i++) measured.push(await measure())
  return median(measured)
}
const against = (ours: number, reference: number, unit: string, note?: string): Measured => ({
  ours,
  reference,
  ratio: ours / reference,
  unit,
  ...(note !== undefined && { note }),
})

const foreignNames = ['shouldUseNativeValidation']

const isForeign = async (script: string) => {
  const text = await (await fetch(script)).text()
  return /settings|docs|check-panel|time-plot/.test(script) || foreignNames.some((name) => text.includes(name))
}

const firstLoadBytes: Bench = {
  name: '/health: JavaScript of the first load',
  goal: { atMost: 1 },
  run: () =>
    withConsole(async ({ newPage, url }) => {
      const page = await newPage()
      const scripts = new Map<string, number>()
      page.on('requestfinished', (request) => {
        if (request.resourceType() !== 'script') return
        void request.sizes().then(({ responseBodySize }) => scripts.set(request.url(), responseBodySize))
      })
      await page.goto(url)
      await rowsShown(page)
      await page.waitForLoadState('networkidle')
      const foreign: string[] = []
      for (const script of scripts.keys()) if (await isForeign(script)) foreign.push(script)
      const total = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
      if (foreign.length > 0) throw new Error(`the initial load includes unused code: ${foreign.join(', ')}`)
      return against(total / 1000, 340, 'KB', `${scripts.size} files, as compressed on the wire`)
    }),
}

interface Opened {
  readonly page: '/health' | '/view/health'
  readonly count: number
  readonly shown: string
  readonly limitMs: number
}

const firstRows = ({ page: path, count, shown, limitMs }: Opened, more: Partial<Bench> = {}): Bench => ({
  name: `${path}: ${count.toLocaleString('en')} checks, address to first rows`,
  goal: { atMost: 1 },
  ...more,
  run: () =>
    withConsoleOf({ checkCount: count }, async ({ newPage, url }) => {
      const open = async () => {
        const page = await newPage()
        const took = await shownAfter(page, new URL(path, url).href, [shown])
        await page.context().close()
        return took
      }
      await open()
      return against(await times(5, open), limitMs, 'ms', 'browser without a cache')
    }),
})

const searchOnce = (page: Page, text: string, left: number) =>
  page.evaluate(
    ([wanted, count]) =>
      new Promise<number>((resolve, reject) => {
        const input = document.querySelector<HTMLInputElement>('input[type=search]')
        if (input === null) return reject(new Error('no search field'))
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, wanted)
        input.dispatchEvent(new Event('input', { bubbles: true }))
        const started = performance.now()
        new MutationObserver((_, observer) => {
          const facts = document.querySelector('.facts-line b')?.textContent ?? ''
          if (!facts.startsWith(`${count.toLocaleString('en')} check`)) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      }),
    [text, left] as const,
  )

const search: Bench = {
  name: '/health: 5,000 checks, search to painted answer',
  goal: { atMost: 1 },
  run: () =>
    withConsole(async ({ newPage, url }) => {
      const page = await newPage()
      await page.goto(url)
      await rowsShown(page)
      const [narrower, wider]: [number[], number[]] = [[], []]
      for (let i = 0; i < 9; i++) {
        narrower.push(await searchOnce(page, 'check 12', 111))
        wider.push(await searchOnce(page, 'check', checkCount))
      }
      const [toFew, toAll] = [median(narrower), median(wider)]
      const note = `${Math.round(toFew)} ms to 111 checks, ${Math.round(toAll)} ms to all, without the delay of 400 ms`
      return against(Math.max(toFew, toAll), 100, 'ms', note)
    }),
}

const scrolledRows = 1_000
const rowPx = 28
const wheelPx = 120

const scrollOnce = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busyMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  await page.locator('.live-grid .ag-grid-viewport').evaluate((viewport) => (viewport.scrollTop = 0))
  await page.locator('.live-grid').hover()
  const before = await busyMs()
  for (let px = 0; px < scrolledRows * rowPx; px += wheelPx) {
    await page.mouse.wheel(0, wheelPx)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
  const workedMs = (await busyMs()) - before
  await session.detach()
  return workedMs
}

const scroll: Bench = {
  name: '/health: 5,000 checks, work of scrolling past 1,000',
  goal: { atMost: 1 },
  run: () =>
    withConsole(async ({ newPage, url }) => {
      const page = await newPage()
      await page.goto(url)
      await rowsShown(page)
      await scrollOnce(page)
      return against(await times(5, () => scrollOnce(page)), 4_000, 'ms', 'CPU of the main thread')
    }),
}

const changesEveryMs = 500
/**
 * Each change affects another fiftieth of the rows: after the warm-up each row changed twice, and reusable memory
 * is allocated.
 */
const warmUp = 100
/** The heap varies by a tenth between changes, even after a collection: the median of several readings counts. */
const looks = 5
const roundsBetweenLooks = 5

const heapOver = (name: string, rounds: number, more: Partial<Bench> = {}): Bench => ({
  name,
  goal: { atMost: 1.1 },
  ...more,
  run: () =>
    withConsole(async ({ backend, newPage, url }) => {
      const page = await newPage()
      await page.goto(url)
      await rowsShown(page)
      const session = await page.context().newCDPSession(page)
      const usedMb = async () => {
        await session.send('HeapProfiler.collectGarbage')
        const { usedSize } = await session.send('Runtime.getHeapUsage')
        return usedSize / 1e6
      }
      let round = 0
      const change = async (rounds: number) => {
        for (const until = round + rounds; round < until; round++) {
          const at = new Date().toISOString()
          for (let i = round % 50; i < checkCount; i += 50) Object.assign(backend.checks[i] ?? {}, { last_runtime: at })
          await page.getByRole('button', { name: /^Refresh/ }).click()
          await page.waitForTimeout(changesEveryMs)
        }
      }
      const levelMb = async () => {
        const seen: number[] = []
        for (let look = 0; look < looks; look++) {
          await change(roundsBetweenLooks)
          seen.push(await usedMb())
        }
        return median(seen)
      }
      await change(warmUp)
      const before = await levelMb()
      await change(rounds)
      return against(await levelMb(), before, 'MB', `${rounds} rounds of 100 changed rows`)
    }),
})

export const healthPage: readonly Bench[] = [
  firstLoadBytes,
  firstRows({ page: '/health', count: checkCount, shown: '.check-name', limitMs: 2_000 }),
  firstRows({ page: '/health', count: 20_000, shown: '.check-name', limitMs: 1_500 }, { onlyWhenNamed: true }),
  firstRows({ page: '/view/health', count: 20_000, shown: '.wall-row', limitMs: 1_500 }, { onlyWhenNamed: true }),
  search,
  scroll,
  heapOver('/health: 5,000 checks, heap over 90 rounds of changes', 90),
  heapOver('/health: 5,000 checks, heap over ten minutes', 600_000 / changesEveryMs, { onlyWhenNamed: true }),
]
