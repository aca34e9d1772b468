import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDatabase, startMigratedServer } from '#tests/fixtures/migrated-server.ts'
import { addRule, weatherStorm } from '#tests/fixtures/notification-storm.ts'
import { sharedNowMs } from './bench-process.ts'
import { median, p99, wait, type Bench } from './bench.ts'
import { withManyChecks, type ManyChecks } from './many-checks.ts'

const [checks, rules, teams] = [2_000, 20, 5]

const killed: Bench = {
  name: `notifications: messages lost or sent twice in a storm with 20 kills`,
  goal: { atMost: 0 },
  onlyWhenNamed: true,
  run: async () => {
    const server = await startMigratedServer()
    try {
      const { kills, arrived, sent, decided } = await weatherStorm(await createDatabase(server.url), {
        checks,
        rules,
        teams,
        kills: 20,
      })
      const due = rules * teams
      const incorrect = Math.abs(arrived.size - due) + sent.filter(({ id }) => !arrived.has(id)).length
      const missed = checks - decided.checks + decided.times - decided.checks
      const note = `${kills} kills, ${decided.times} decisions of ${rules} rules each`
      return { ours: incorrect + missed, reference: due, ratio: (incorrect + missed) / due, unit: 'messages', note }
    } finally {
      await server.stop()
    }
  },
}

const everySeconds = 20

const startStandIn = async () => {
  const arrivedAtMs = new Map<string, number>()
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const nowMs = sharedNowMs()
      for (const [name] of text.matchAll(/\/check-\d+(?= fails)/g))
        if (!arrivedAtMs.has(name)) arrivedAtMs.set(name, nowMs)
      response.writeHead(200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, arrivedAtMs, close: () => server.close() }
}

const loopMs = async ({ relay }: ManyChecks): Promise<number> => {
  const metrics = await (await fetch(`${relay.url}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1]) * 1_000
}

const untilHealthy = async ({ relay }: ManyChecks): Promise<void> => {
  for (;;) {
    const response = await fetch(`${relay.url}/api/db/checks?select=id&status=eq.healthy&limit=1&offset=${checks - 1}`)
    if (((await response.json()) as unknown[]).length > 0) return
    await wait(500)
  }
}

const withFailingChecks = <T>(
  rulesFor: (url: string) => readonly object[],
  measure: (lent: ManyChecks, arrivedAtMs: ReadonlyMap<string, number>) => Promise<T>,
): Promise<T> =>
  withManyChecks({ checks, everySeconds }, async (lent) => {
    const standIn = await startStandIn()
    try {
      for (const rule of rulesFor(standIn.url)) await addRule(lent.relay.url, rule)
      await untilHealthy(lent)
      await loopMs(lent)
      await lent.target.ask('turn', lent.paths)
      return await measure(lent, standIn.arrivedAtMs)
    } finally {
      standIn.close()
    }
  })

const createRule = (name: string, url: string, more: object) => ({
  name,
  source: 'UI',
  events: ['check.failed'],
  custom_services: [{ name: 'the stand-in', url }],
  ...more,
})

const soon: Bench = {
  name: 'notifications: event to message, p99, 100 events/s ÷ 2 s',
  goal: { atMost: 1 },
  run: () =>
    withFailingChecks(
      // One rule per canary of 50 checks, so that no flood limit applies.
      (url) =>
        Array.from({ length: checks / 50 }, (_, canary) =>
          createRule(`rule-${canary}`, url, { filter: `canary.name == "canary-${canary}"` }),
        ),
      async (lent, arrivedAtMs) => {
        const endMs = Date.now() + (everySeconds + 20) * 1_000
        while (arrivedAtMs.size < checks && Date.now() < endMs) await wait(100)
        const turnedAtMs = await lent.target.ask('turnedAtMs', undefined)
        const delays = [...turnedAtMs].flatMap(([path, atMs]) => {
          const arrivedAt = arrivedAtMs.get(path)
          return arrivedAt === undefined ? [] : [arrivedAt - atMs]
        })
        const ours = p99(delays)
        const note = `${delays.length} messages, median ${Math.round(median(delays))} ms; event loop p99 ${Math.round(await loopMs(lent))} ms`
        return { ours, reference: 2_000, ratio: ours / 2_000, unit: 'ms', note }
      },
    ),
}

const smooth: Bench = {
  name: 'notifications: event loop p99, 2,000 fail, 20 rules ÷ 100 ms',
  goal: { atMost: 1 },
  run: () =>
    withFailingChecks(
      (url) =>
        Array.from({ length: rules }, (_, rule) =>
          createRule(`rule-${rule}`, url, {
            group_by: ['type'],
            wait_for: everySeconds * 1e9,
            wait_for_eval_period: 0,
          }),
        ),
      async (lent, arrivedAtMs) => {
        const endMs = Date.now() + (everySeconds + 40) * 1_000
        while (arrivedAtMs.size === 0 && Date.now() < endMs) await wait(100)
        const ours = await loopMs(lent)
        return {
          ours,
          reference: 100,
          ratio: ours / 100,
          unit: 'ms',
          note: `from the first failure to the grouped messages`,
        }
      },
    ),
}

export const notificationStorm: readonly Bench[] = [killed, soon, smooth]
