import { chromium, type Page } from '@playwright/test'
import { playbookDocument } from '#tests/fixtures/playbook-runs.ts'
import { startRelay } from '#tests/fixtures/relay.ts'
import { chromiumPath } from '#tests/setup/programs.ts'
import { median, p99, type Bench } from './bench.ts'
import { allWrite, startRuns } from './start-runs.ts'

const linesPerSecond = 1_000
const secondsWritten = 120
const secondsMeasured = 20

const writer = (perSecond: number) =>
  'let n=0;const begun=Date.now();const timer=setInterval(()=>{' +
  `const due=Math.min(${perSecond * secondsWritten},Math.floor((Date.now()-begun)*${perSecond}/1000));` +
  'let text="";while(n<due){n+=1;text+="line "+n+" written at "+Date.now()+"\\\\n"}' +
  `if(text)process.stdout.write(text);if(n>=${perSecond * secondsWritten})clearInterval(timer)},${Math.max(5, 1_000 / perSecond)})`

const createDocument = (perSecond: number) =>
  playbookDocument(
    'write',
    `  actions:
    - name: write
      exec:
        script: |
          "${process.execPath}" -e '${writer(perSecond).replaceAll('\\\\', '\\')}'
`,
  )

/** In ms, to the first frame after the one in which the line was drawn. */
const watchFrames = (page: Page, forMs: number): Promise<number[]> =>
  page.evaluate(
    (ms) =>
      new Promise<number[]>((resolve) => {
        const until = performance.now() + ms
        const delays: number[] = []
        let newest = 0
        let drawn: number[] = []
        // Lines of the first frame were drawn before the measurement.
        let isBegun = false
        const frame = () => {
          const now = Date.now()
          for (const writtenAt of drawn) delays.push(now - writtenAt)
          drawn = []
          for (const line of document.querySelectorAll('.log-text')) {
            const [, no, writtenAt] = /^line (\d+) written at (\d+)$/.exec(line.textContent) ?? []
            if (no === undefined || writtenAt === undefined || Number(no) <= newest) continue
            newest = Number(no)
            if (isBegun) drawn.push(Number(writtenAt))
          }
          isBegun = true
          if (performance.now() < until) requestAnimationFrame(frame)
          else resolve(delays)
        }
        requestAnimationFrame(frame)
      }),
    forMs,
  )

const painted = (runCount: number): Bench => ({
  name: `playbooks: line written to painted, p99, ${runCount} ${runCount === 1 ? 'run' : 'runs'}`,
  goal: { atMost: 1 },
  run: async () => {
    const relay = await startRelay({ resources: { 'write.yaml': createDocument(linesPerSecond / runCount) } })
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] })
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      // The TypeScript compiler wraps named functions in this helper, which the page does not have.
      await page.addInitScript('globalThis.__name = (named) => named')
      const runs = await startRuns(relay, 'write', runCount)
      await page.goto(`${relay.url}/playbooks/runs/${runs[0]}`)
      await page.locator('.log-line').first().waitFor({ timeout: 80_000 })
      await allWrite(relay, runs)
      let requests = 0
      page.on('request', (request) => (requests += request.url().includes('/api/') ? 1 : 0))
      const delays = await watchFrames(page, secondsMeasured * 1_000)
      const ours = p99(delays)
      const note = `median ${median(delays)} ms of ${delays.length} lines; ${requests} requests of the page meanwhile`
      return { ours, reference: 300, ratio: ours / 300, unit: 'ms', note }
    } finally {
      await browser.close()
      await relay.stop()
    }
  },
})

export const playbookLog: readonly Bench[] = [painted(1), painted(50)]
