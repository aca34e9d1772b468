/**
 * `npm run bench -- painted "1 run"` runs the benches whose names contain all arguments. Appends JSON lines to
 * .cache/bench.jsonl.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { tolerance, type Bench, type Measured } from './bench.ts'
import { catalogReads } from './catalog-reads.ts'
import { checkSchedules } from './check-pace.ts'
import { checksLive } from './checks-live.ts'
import { dataApiBench } from './data-api.ts'
import { expressionsBench } from './expressions.ts'
import { graphBench } from './graph.ts'
import { healthPage } from './health-page.ts'
import { incidentPages } from './incident-pages.ts'
import { insider } from './insider.ts'
import { killRounds } from './kill-rounds.ts'
import { liveDiff } from './live-diff.ts'
import { livePainted } from './live-painted.ts'
import { liveRestart } from './live-restart.ts'
import { liveTraffic } from './live-traffic.ts'
import { liveViewers } from './live-viewers.ts'
import { logSearch } from './log-search.ts'
import { logScroll } from './log-scroll.ts'
import { logTail } from './log-tail.ts'
import { notificationStorm } from './notification-storm.ts'
import { playbookLog } from './playbook-log.ts'
import { remoteChanges } from './remote-changes.ts'
import { scrapeBench } from './scrape.ts'
import { soak } from './soak.ts'

const benches: readonly Bench[] = [
  ...catalogReads,
  ...checkSchedules,
  ...checksLive,
  ...dataApiBench,
  expressionsBench,
  ...graphBench,
  ...healthPage,
  ...incidentPages,
  ...liveDiff,
  ...liveViewers,
  ...liveTraffic,
  ...liveRestart,
  ...livePainted,
  ...notificationStorm,
  ...playbookLog,
  ...logScroll,
  ...logSearch,
  ...logTail,
  ...remoteChanges,
  scrapeBench,
  soak,
  insider,
  killRounds,
]

const meets = (goal: Bench['goal'], ratio: number, slack: number) =>
  'atLeast' in goal ? ratio >= goal.atLeast * (1 - slack) : ratio <= goal.atMost * (1 + slack)
const goalText = (goal: Bench['goal']) => ('atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`)
const digits = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))
const print = (line: string) => process.stdout.write(`${line}\n`)

const describe = (bench: Bench, measured: Measured) => {
  const verdict = meets(bench.goal, measured.ratio, 0)
    ? 'met'
    : meets(bench.goal, measured.ratio, tolerance)
      ? 'close'
      : 'MISSED'
  const numbers = `${digits(measured.ours)} : ${digits(measured.reference)} ${measured.unit}`
  return [
    bench.name.padEnd(52),
    digits(measured.ratio).padStart(7),
    goalText(bench.goal).padStart(8),
    verdict.padEnd(7),
    numbers,
  ].join('  ')
}

const filters = process.argv.slice(2)
const wanted = benches.filter(
  ({ name, onlyWhenNamed }) =>
    filters.every((filter) => name.includes(filter)) && (filters.length > 0 || onlyWhenNamed !== true),
)
const rows: string[] = []
let missed = 0
mkdirSync('.cache', { recursive: true })
for (const bench of wanted) {
  print(`… ${bench.name}`)
  const load = loadavg()[0] ?? 0
  try {
    const measured = await bench.run()
    if (!meets(bench.goal, measured.ratio, tolerance)) missed += 1
    rows.push(describe(bench, measured) + (measured.note === undefined ? '' : `  (${measured.note})`))
    const record = {
      at: new Date().toISOString(),
      name: bench.name,
      goal: bench.goal,
      ...measured,
      load,
      cores: cpus().length,
    }
    appendFileSync('.cache/bench.jsonl', `${JSON.stringify(record)}\n`)
  } catch (error) {
    missed += 1
    rows.push(`${bench.name.padEnd(52)}  failed to run: ${toErrorMessage(error)}`)
  }
}
print('')
print(['what'.padEnd(52), 'ratio'.padStart(7), 'goal'.padStart(8), ''.padEnd(7), 'ours : reference'].join('  '))
for (const row of rows) print(row)
print(`\n${wanted.length - missed} of ${wanted.length} goals met or within ${tolerance * 100} %`)
process.exit(missed === 0 && wanted.length > 0 ? 0 : 1)
