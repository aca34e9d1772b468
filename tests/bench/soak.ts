import { wait, type Bench } from './bench.ts'
import { inspectable, inspectRelay, type Memory } from './inspect-relay.ts'
import { withManyChecks } from './many-checks.ts'

const viewerCount = 20
const minutes = Number(process.env['SOAK_MINUTES'] ?? 10)
/** The first cycle fills the 30 newest results of each check; afterwards memory must not grow. */
const everySeconds = 5
const cycles = 4
const cycleMs = (minutes * 60_000) / cycles
const visitsACycle = 5
const megabytes = (bytes: number) => Math.round(bytes / 1e6)

export const soak: Bench = {
  name: 'soak: memory after ten minutes ÷ after the first cycle',
  goal: { atMost: 1.1 },
  onlyWhenNamed: true,
  run: () =>
    withManyChecks({ checks: 1_000, everySeconds, env: inspectable }, async ({ relay, viewers, port }) => {
      const inspector = await inspectRelay(relay.log())
      const samples: Memory[] = []
      for (let cycle = 0; cycle < cycles; cycle++) {
        for (let visit = 0; visit < visitsACycle; visit++) {
          await viewers.ask('open', { port, count: viewerCount, speaks: 'live' })
          await wait((cycleMs / visitsACycle) * 0.75)
          await viewers.ask('close', undefined)
          await wait((cycleMs / visitsACycle) * 0.25)
        }
        samples.push(await inspector.memory())
      }
      inspector.close()
      const [first, last] = [samples[0], samples.at(-1)]
      if (first === undefined || last === undefined) throw new Error('no cycle was run')
      const ratio = Math.max(last.rss / first.rss, last.heap / first.heap)
      const heaps = samples.map(({ heap }) => megabytes(heap)).join(' ')
      const sizes = samples.map(({ rss }) => megabytes(rss)).join(' ')
      const note = `after each cycle: heap ${heaps} MB, RSS ${sizes} MB; ${minutes} minutes`
      return { ours: megabytes(last.rss), reference: megabytes(first.rss), ratio, unit: 'MB', note }
    }),
}
