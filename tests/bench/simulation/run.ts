/** `npm run simulate`: measures what a result costs here, and simulates fleets that are larger than this machine. */
import { perCanary } from '#tests/bench/check-engine.ts'
import { measureCosts } from './measure-costs.ts'
import { simulateSteady, simulateTakeover } from './simulate-checks.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Lease of 15 s and the renewal after it, as by default. */
const takeoverMs = 20_000

const fleets = [
  { checks: 20_000, intervalMs: 30_000, relays: [1, 2] },
  { checks: 100_000, intervalMs: 30_000, relays: [3, 4, 6, 8] },
  { checks: 1_000_000, intervalMs: 60_000, relays: [16, 24, 32, 64] },
]

const formatRecovery = (ms: number) => (Number.isFinite(ms) ? `${Math.round(ms / 1_000)} s` : 'when it is replaced')

const { relayMs, databaseMs } = await measureCosts()
print(`A result takes ${relayMs.toFixed(2)} ms of a relay and ${databaseMs.toFixed(2)} ms of PostgreSQL.\n`)
print(
  '| checks | every | relays | busiest relay | late p50, p99 | longest gap after a kill | on time again after | PostgreSQL |',
)
print('| --- | --- | --- | --- | --- | --- | --- | --- |')
for (const { checks, intervalMs, relays } of fleets) {
  for (const count of relays) {
    const fleet = { checks, intervalMs, perCanary, takeoverMs, relays: count, checkMs: relayMs }
    const { busiest, lateMs } = simulateSteady(fleet)
    const takeover = count > 1 && busiest < 1 ? simulateTakeover(fleet) : undefined
    const cells = [
      checks.toLocaleString('en'),
      `${intervalMs / 1_000} s`,
      count,
      `${Math.round(busiest * 100)} %`,
      busiest < 1 ? `${Math.round(lateMs.p50)}, ${Math.round(lateMs.p99)} ms` : 'falls behind',
      takeover === undefined ? '' : `${Math.round(takeover.gapMs / 1_000)} s`,
      takeover === undefined ? '' : formatRecovery(takeover.recoveredMs),
      `${((checks / intervalMs) * databaseMs).toFixed(1)} cores`,
    ]
    print(`| ${cells.join(' | ')} |`)
  }
}
