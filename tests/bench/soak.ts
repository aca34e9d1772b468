import { wait, type Bench } from './bench.ts'
import { inspectable, inspectRelay, type Memory } from './inspect-relay.ts'
import { withManyChecks } from './many-checks.ts'

const checks = 1_000
const viewerCount = 20
const cycleMs = 60_000
const minutes = Number(process.env['SOAK_MINUTES'] ?? 10)
const megabytes = (bytes: number) => Math.round(bytes / 1e6)

/** Viewers come, stay and go, once a cycle; the memory after the last cycle over that after the first. */
export const soak: Bench = {
  name: 'soak: memory after ten minutes ÷ after the first',
  goal: { atMost: 1.1 },
  onlyWhenNamed: true,
  run: () =>
    withManyChecks({ checks, everySeconds: 20, env: inspectable }, async ({ relay, viewers, port }) => {
      const inspector = await inspectRelay(relay.log())
      const samples: Memory[] = []
      for (let minute = 0; minute < minutes; minute++) {
        for (const part of [0.5, 0.25]) {
          await viewers.ask('open', { port, count: viewerCount, speaks: 'live' })
          await wait(cycleMs * part)
          await viewers.ask('close', undefined)
          await wait((cycleMs * (1 - 0.75)) / 2)
        }
        samples.push(await inspector.memory())
      }
      inspector.close()
      const [first, last] = [samples[0], samples.at(-1)]
      if (first === undefined || last === undefined || samples.length < 2)
        throw new Error('a soak takes two minutes at least')
      const ratio = Math.max(last.rss / first.rss, last.heap / first.heap)
      const note = `heap ${samples.map(({ heap }) => megabytes(heap)).join(' ')}; RSS ${samples.map(({ rss }) => megabytes(rss)).join(' ')} MB`
      return { ours: megabytes(last.rss), reference: megabytes(first.rss), ratio, unit: 'MB', note }
    }),
}
