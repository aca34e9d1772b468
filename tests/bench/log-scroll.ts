import { chromium, type Browser, type Page } from '@playwright/test'
import { playbookDocument } from '#tests/fixtures/playbook-runs.ts'
import { startRelay, type Relay } from '#tests/fixtures/relay.ts'
import { chromiumPath } from '#tests/setup/programs.ts'
import { p99, type Bench } from './bench.ts'
import { readFrames, startFrames, type Frames } from './frames.ts'
import { startRuns } from './start-runs.ts'

const many = 100_000
const few = 10_000
const linePx = 20
const steps = 150

const toName = (count: number) => `write-${count}`
const createDocument = (count: number) =>
  playbookDocument(
    toName(count),
    `  actions: [{ name: write, exec: { script: 'seq -f "line %.0f of the run, with some words behind it" ${count}' } }]\n`,
  )
const resources = Object.fromEntries([many, few].map((count) => [`${toName(count)}.yaml`, createDocument(count)]))

const openRun = async (browser: Browser, relay: Relay, count: number): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const [run] = await startRuns(relay, toName(count), 1)
  await page.goto(`${relay.url}/playbooks/runs/${run}`)
  await page.getByText(`${count.toLocaleString('en')} lines, complete`).waitFor({ timeout: 120_000 })
  await page.getByRole('log', { name: 'Output' }).evaluate((log) => (log.scrollTop = 0))
  return page
}

const openPlain = async (browser: Browser, count: number): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const text = Array.from({ length: count }, (_, i) => `line ${i + 1} of the run, with some words behind it`).join('\n')
  const style = `height:700px;overflow:auto;font:13px/${linePx}px monospace;margin:0`
  await page.setContent(`<pre role="log" aria-label="Output" style="${style}">${text}</pre>`)
  return page
}

const isAtEnd = (element: Element) => element.scrollHeight - element.scrollTop - element.clientHeight < 1

const scrollThrough = async (page: Page, count: number): Promise<Frames> => {
  const log = page.getByRole('log', { name: 'Output' })
  await log.hover()
  await startFrames(page)
  for (let step = 0; step < steps; step += 1) await page.mouse.wheel(0, (count * linePx) / steps)
  while (!(await log.evaluate(isAtEnd))) await page.mouse.wheel(0, 2_000)
  return readFrames(page)
}

const readHeapMb = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1024 / 1024
}

const withBrowser = async <T>(work: (browser: Browser, relay: Relay) => Promise<T>): Promise<T> => {
  const relay = await startRelay({ resources })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    return await work(browser, relay)
  } finally {
    await browser.close()
    await relay.stop()
  }
}

const smooth: Bench = {
  name: 'playbooks: scrolling 100,000 lines, frame p99',
  goal: { atMost: 2 },
  run: () =>
    withBrowser(async (browser, relay) => {
      const plainPage = await openPlain(browser, many)
      const plain = await scrollThrough(plainPage, many)
      await plainPage.close()
      const log = await scrollThrough(await openRun(browser, relay, many), many)
      const [ours, reference] = [p99([...log.gaps]), p99([...plain.gaps])]
      const note =
        `longest task ${Math.round(log.longestTask)} ms (plain text ${Math.round(plain.longestTask)} ms), ` +
        `${log.gaps.length} frames (plain text ${plain.gaps.length})`
      return { ours, reference, ratio: ours / reference, unit: 'ms', note }
    }),
}

const bounded: Bench = {
  name: 'playbooks: memory of 100,000 lines ÷ 10,000 lines',
  goal: { atMost: 1.2 },
  run: () =>
    withBrowser(async (browser, relay) => {
      const heapAfter = async (count: number) => {
        const page = await openRun(browser, relay, count)
        await scrollThrough(page, count)
        return readHeapMb(page)
      }
      const reference = await heapAfter(few)
      const ours = await heapAfter(many)
      return { ours, reference, ratio: ours / reference, unit: 'MB', note: 'after scrolling through all of them' }
    }),
}

export const logScroll: readonly Bench[] = [smooth, bounded]
