import { compileCel } from '#relay/backend/templates/cel.ts'
import { Duration } from '#relay/backend/templates/duration.ts'
import { compileGoTemplate } from '#relay/backend/templates/go-template.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'
import { withinTime } from '#relay/backend/templates/worker/within-time.ts'
import { interleave, type Bench } from '#tests/bench/bench.ts'

const results = 5_000
const inFlight = 64
const test = 'code == 200 && elapsed < duration("2s") && json.items.all(item, item.age > 0)'
const display = '{{ .code }} in {{ .elapsed }}: {{ len .json.items }} items'

const createEnvironment = (index: number) => {
  const json = { items: Array.from({ length: 50 }, (_, item) => ({ name: `item ${item}`, age: item + 1 })) }
  return {
    code: 200,
    elapsed: new Duration(index % 1_000),
    headers: { 'Content-Type': 'application/json', Date: 'Mon, 23 Nov 2026 00:00:00 GMT' },
    content: JSON.stringify(json),
    json,
    check: { id: String(index), name: `check ${index}`, labels: {} },
    last_result: { pass: true, results: { json } },
  }
}

const inProcesses = async (): Promise<void> => {
  let next = 0
  const worker = async () => {
    while (next < results) {
      const environment = createEnvironment((next += 1))
      await evaluateAll(
        [
          { language: 'expr', source: test },
          { language: 'template', source: display },
        ],
        environment,
      )
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
}

const evaluations = [compileCel(test), compileGoTemplate(display)]
const inThisThread = async (): Promise<void> => {
  for (let index = 0; index < results; index += 1) {
    const environment = createEnvironment(index)
    for (const evaluation of evaluations) withinTime(() => evaluation(environment, 1_000), 1_000)
  }
}

const cpuMs = async (work: () => Promise<void>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Evaluates 5,000 results in worker processes, and for comparison in the relay: only the relay's CPU time counts. */
export const expressionsBench: Bench = {
  name: 'expressions of 5,000 results: relay CPU ÷ evaluated in the relay',
  goal: { atMost: 1.4 },
  run: async () => {
    await inProcesses()
    let fastestMs = Number.POSITIVE_INFINITY
    const measured = await interleave(
      3,
      'ms',
      async () => {
        const startMs = performance.now()
        const spent = await cpuMs(inProcesses)
        fastestMs = Math.min(fastestMs, performance.now() - startMs)
        return spent
      },
      () => cpuMs(inThisThread),
    )
    return { ...measured, note: `${Math.round((results * 1_000) / fastestMs)} results/s` }
  },
}
