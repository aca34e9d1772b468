import type { Bench } from './bench.ts'
import { lateAt, measurePace } from './check-engine.ts'

const intervalSeconds = 30

const schedule = (checks: number, settings: Pick<Bench, 'onlyWhenNamed'> = {}): Bench => ({
  name: `${checks.toLocaleString('en')} checks every ${intervalSeconds} s stay on schedule`,
  goal: { atLeast: 0.99 },
  ...settings,
  run: async () => {
    const pace = await measurePace({ checks, intervalSeconds })
    const reference = checks / intervalSeconds
    return {
      ours: pace.startsPerSecond,
      reference,
      ratio: pace.startsPerSecond / reference,
      unit: 'starts/s',
      note:
        `late p50 ${lateAt(pace, 0.5)} ms, p99 ${lateAt(pace, 0.99)} ms; ${pace.missed} missed; ` +
        `${(pace.cpuMs / pace.measuredMs).toFixed(2)} cores`,
    }
  },
})

export const checkSchedules = [schedule(5_000), schedule(20_000, { onlyWhenNamed: true })]
