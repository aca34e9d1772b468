import { chromium, type Browser, type Page } from '@playwright/test'
import { check } from '#tests/fixtures/health-rows.ts'
import { startRelay } from '#tests/fixtures/relay.ts'
import { startSummaryBackend, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'
import { chromiumPath } from '#tests/setup/programs.ts'
import { median, type Bench, type Measured } from './bench.ts'

const checkCount = 5_000
const perCanary = 20

/** Five thousand checks of 250 canaries, one in a hundred failing. */
const manyChecks = () =>
  Array.from({ length: checkCount }, (_, i) =>
    check(i, {
      name: `check ${i}`,
      canary_name: `canary ${Math.floor(i / perCanary)}`,
      namespace: `namespace ${i % 8}`,
      labels: { team: `team-${i % 11}`, env: i % 3 === 0 ? 'staging' : 'production' },
      ...(i % 100 === 0 && { status: 'unhealthy', message: 'expected 200, got 503' }),
    }),
  )

interface Console {
  readonly backend: SummaryBackend
  readonly browser: Browser
  /** A page of its own browser profile, not yet anywhere. */
  readonly newPage: () => Promise<Page>
  readonly url: string
}

const withConsole = async (measure: (console: Console) => Promise<Measured>): Promise<Measured> => {
  const backend = await startSummaryBackend()
  backend.checks = manyChecks()
  backend.more = ({ pathname }) => (pathname === '/properties' ? { body: [] } : undefined)
  const relay = await startRelay({ env: { BACKEND_URL: backend.url } })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] })
  const newPage = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(() =>
      localStorage.setItem('quarterdeck.health', JSON.stringify({ state: { hidePassing: false }, version: 0 })),
    )
    return page
  }
  try {
    return await measure({ backend, browser, newPage, url: `${relay.url}/health` })
  } finally {
    await browser.close()
    await relay.stop()
    await backend.stop()
  }
}

const rowsShown = (page: Page) => page.locator('.check-name').first().waitFor()
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
      const foreign = [...scripts.keys()].filter((script) => /settings|docs|check-panel|time-plot/.test(script))
      const total = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
      if (foreign.length > 0) throw new Error(`the first load brings what nobody asked for: ${foreign.join(', ')}`)
      return against(total / 1000, 350, 'KB', `${scripts.size} files, as compressed on the wire`)
    }),
}

const firstRows: Bench = {
  name: '/health: 5,000 checks, address to first rows',
  goal: { atMost: 1 },
  run: () =>
    withConsole(async ({ newPage, url }) => {
      const open = async () => {
        const page = await newPage()
        const started = performance.now()
        await page.goto(url, { waitUntil: 'commit' })
        await rowsShown(page)
        const took = performance.now() - started
        await page.context().close()
        return took
      }
      await open()
      return against(await times(5, open), 2_000, 'ms', 'a browser without a cache')
    }),
}

/** Types into the search and says how long the table took to show what is left, pause excluded: Enter ends it. */
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
          requestAnimationFrame(() => resolve(performance.now() - started))
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      }),
    [text, left] as const,
  )

const search: Bench = {
  name: '/health: 5,000 checks, search to answer',
  goal: { atMost: 1 },
  run: () =>
    withConsole(async ({ newPage, url }) => {
      const page = await newPage()
      await page.goto(url)
      await rowsShown(page)
      const measured: number[] = []
      for (let i = 0; i < 5; i++) {
        measured.push(await searchOnce(page, 'check 12', 111))
        measured.push(await searchOnce(page, 'check', checkCount))
      }
      return against(median(measured), 100, 'ms', 'without the pause of 400 ms')
    }),
}

const changesEveryMs = 500
const changesFor = 90
/** The first changes make what later ones use again: compiled code, caches of the grid. */
const warmUp = 30

const heap: Bench = {
  name: '/health: 5,000 checks, heap over 90 rounds of changes',
  goal: { atMost: 1.1 },
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
      const change = async (rounds: number) => {
        for (let round = 0; round < rounds; round++) {
          const at = new Date().toISOString()
          for (let i = round % 50; i < checkCount; i += 50) Object.assign(backend.checks[i] ?? {}, { last_runtime: at })
          await page.getByRole('button', { name: /^Refresh/ }).click()
          await page.waitForTimeout(changesEveryMs)
        }
      }
      await change(warmUp)
      const before = await usedMb()
      await change(changesFor)
      return against(await usedMb(), before, 'MB', `${changesFor} rounds of 100 changed rows`)
    }),
}

export const healthPage: readonly Bench[] = [firstLoadBytes, firstRows, search, heap]
