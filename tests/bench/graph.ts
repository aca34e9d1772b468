import { createRequire } from 'node:module'
import { chromium, type Browser, type Page } from '@playwright/test'
import { clusterGraph } from '#client/ui/graph/cluster-graph.ts'
import { elkGraph } from '#client/ui/graph/elk-graph.ts'
import type { Graph } from '#client/ui/graph/graph-data.ts'
import { startRelay } from '#tests/fixtures/relay.ts'
import { startSummaryBackend } from '#tests/fixtures/summary-backend.ts'
import { chromiumPath } from '#tests/setup/programs.ts'
import { median, p95, type Bench } from './bench.ts'
import { readFrames, startFrames, type Frames } from './frames.ts'

const nodeCount = 1_000
const edgeCount = 3_000
const typeCount = 10
const toId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

const links = (() => {
  const targets = Array.from({ length: nodeCount }, () => new Set<number>())
  let count = 0
  const isDone = () => count >= edgeCount
  const link = (source: number, target: number) => {
    const of = targets[source]
    if (target >= nodeCount || of === undefined || of.has(target)) return
    of.add(target)
    count += 1
  }
  for (let child = 1; child < nodeCount; child += 1) link(Math.floor((child - 1) / 4), child)
  for (let turn = 0; !isDone(); turn += 1) {
    const source = turn % (nodeCount / 4)
    link(source, source * 4 + 4 + (Math.floor(turn / (nodeCount / 4)) + 1) * 3)
  }
  return targets
})()

const items = links.map((targets, index) => ({
  id: toId(index),
  name: `item ${index}`,
  type: `Type ${index % typeCount}`,
  health: index % 50 === 0 ? 'unhealthy' : 'healthy',
  status: null,
  tags: {},
  changes: 0,
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
  deleted_at: null,
  related_ids: [...targets].map(toId),
}))

const graph: Graph = {
  rootId: toId(0),
  nodes: items.map(({ id, name, type, health }) => ({
    id,
    name,
    type,
    state: health === 'unhealthy' ? 'unhealthy' : 'healthy',
  })),
  edges: items.flatMap(({ id: source, related_ids: targets }) => targets.map((target) => ({ source, target }))),
}
const groups = clusterGraph(graph, new Map()).nodes.flatMap(({ kind, id }) => (kind === 'group' ? [id] : []))
const shown = clusterGraph(graph, new Map(groups.map((id) => [id, 1])))

const toPage = (rows: readonly unknown[]) => ({
  body: rows,
  headers: { 'Content-Range': `0-${rows.length - 1}/${rows.length}` },
})

const respond = (url: URL) => {
  if (url.pathname === '/db/rpc/related_configs_recursive') return toPage(items)
  if (url.pathname === '/db/config_detail')
    return toPage(items.slice(0, 1).map((item) => Object.assign({ config: {} }, item)))
  return url.pathname.startsWith('/db/') ? toPage([]) : undefined
}

const withGraph = async <T>(measure: (open: () => Promise<Page>, browser: Browser) => Promise<T>): Promise<T> => {
  const backend = await startSummaryBackend()
  backend.more = respond
  const relay = await startRelay({ env: { BACKEND_URL: backend.url } })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] })
  const opened = new URLSearchParams(groups.map((id) => ['open', id]))
  const address = `${relay.url}/catalog/${toId(0)}/relationships?${opened.toString()}`
  try {
    return await measure(async () => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      await page.goto(address, { waitUntil: 'commit' })
      return page
    }, browser)
  } finally {
    await browser.close()
    await relay.stop()
    await backend.stop()
  }
}

const isDrawn = (page: Page) => page.locator('.graph-node').first().waitFor({ timeout: 60_000 })

const layOutOnce = async (page: Page): Promise<{ readonly ms: number; readonly longestTask: number }> => {
  await page.waitForResponse((response) => response.url().includes('related_configs_recursive'))
  await startFrames(page)
  const started = performance.now()
  await isDrawn(page)
  const ms = performance.now() - started
  const { longestTask } = await readFrames(page)
  await page.context().close()
  return { ms, longestTask }
}

/** elkjs in an empty page, which loads it for the first time as the console does. */
const elkAlone = async (browser: Browser): Promise<number> => {
  const page = await browser.newPage()
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('elkjs/lib/elk.bundled.js') })
  const input = JSON.stringify(elkGraph(shown))
  const ms = await page.evaluate<number>(
    `(async (elk, started) => (await elk.layout(${input}), performance.now() - started))(new ELK(), performance.now())`,
  )
  await page.close()
  return ms
}

const rounds = 5

const layout: Bench = {
  name: 'graph: 1,000 nodes and 3,000 edges, rows to painted',
  goal: { atMost: 1.5 },
  run: () =>
    withGraph(async (open, browser) => {
      const ours: { readonly ms: number; readonly longestTask: number }[] = []
      const alone: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await layOutOnce(await open()))
        alone.push(await elkAlone(browser))
      }
      const [ms, reference] = [median(ours.map((once) => once.ms)), median(alone)]
      const longest = Math.max(...ours.map((once) => once.longestTask))
      const note = `first visit, compared with the layout alone; longest task of the page ${Math.round(longest)} ms`
      return { ours: ms, reference, ratio: ms / reference, unit: 'ms', note }
    }),
}

const frameMs = 33

const lookAround = async (page: Page): Promise<Frames> => {
  await page.getByRole('button', { name: 'Fit to window' }).click()
  await page.mouse.move(720, 500)
  await startFrames(page)
  for (const turn of [-1, 1, -1]) {
    for (let step = 0; step < 25; step += 1) {
      await page.mouse.wheel(0, turn * 60)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    }
    await page.mouse.down()
    for (let step = 0; step < 40; step += 1) {
      await page.mouse.move(720 + turn * step * 10, 500 + step * 5)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    }
    await page.mouse.up()
    await page.mouse.move(720, 500)
  }
  return readFrames(page)
}

const smooth: Bench = {
  name: 'graph: 1,000 nodes and 3,000 edges, frame p95',
  goal: { atMost: 1 },
  run: () =>
    withGraph(async (open) => {
      const page = await open()
      await isDrawn(page)
      const { gaps, longestTask } = await lookAround(page)
      const ours = p95(gaps)
      const note = `panned and zoomed, ${gaps.length} frames, longest task ${Math.round(longestTask)} ms`
      return { ours, reference: frameMs, ratio: ours / frameMs, unit: 'ms', note }
    }),
}

export const graphBench: readonly Bench[] = [layout, smooth]
