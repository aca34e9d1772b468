import type { InsiderCall } from '#tests/fixtures/insider/insider-api.ts'
import { startBenchProcess, withProcesses } from './bench-process.ts'
import { p99, wait, type Bench } from './bench.ts'
import type { PeopleServerCommands } from './programs/people-server.ts'

const seconds = 20
const sideBySide = 6
const longestMs = 2_000
const healthMs = 250

const nested = (levels: number): string =>
  levels === 0 ? 'id' : `id,${levels % 2 === 0 ? 'canaries' : 'checks'}!checks_canary_id_fkey(${nested(levels - 1)})`

const costly: readonly InsiderCall[] = [
  `checks?select=spec${'->a'.repeat(1_500)}`,
  `canaries?select=${nested(9)}`,
  `canaries?select=${nested(5)}`,
  `checks?select=name&name=match.(a*)*b&or=(name.imatch.(x|y)*z,name.ilike.*a*b*c*d*)`,
  `check_statuses?select=*,checks(*,canaries!checks_canary_id_fkey(*))&offset=9999999`,
  `checks?select=id&id=in.(${Array.from({ length: 400 }, () => '01890a5d-0000-7000-8000-000000000001').join()})`,
].map((path) => ({ path }))
const usual: readonly InsiderCall[] = [{ path: 'checks?select=id,name&limit=50' }, { path: 'checks?select=id&limit=1' }]

export const insider: Bench = {
  name: 'insider: slowest response to others ÷ 2 s, two hostile people',
  goal: { atMost: 1 },
  run: async () =>
    withProcesses({ server: startBenchProcess<PeopleServerCommands>('people-server') }, async ({ server }) => {
      const { url, hostile } = await server.ask('start', { checks: 500, requests: 2_000 })
      const until = Date.now() + seconds * 1_000
      const failedStatuses: number[] = []
      const timed = async (person: string, { method = 'GET', path, headers, body }: InsiderCall): Promise<number> => {
        const startedAt = performance.now()
        const response = await fetch(`${url}${path.startsWith('/') ? path : `/api/db/${path}`}`, {
          method,
          headers: { 'content-type': 'application/json', ...headers, cookie: person },
          ...(body !== undefined && { body }),
        })
        await response.arrayBuffer()
        if (person === 'ada' && !response.ok) failedStatuses.push(response.status)
        return performance.now() - startedAt
      }
      const askOn = async (person: string, calls: readonly InsiderCall[], pauseMs: number): Promise<number[]> => {
        const took: number[] = []
        for (let n = 0; Date.now() < until; n += 1) {
          took.push(await timed(person, calls[n % calls.length] ?? { path: '/' }))
          await wait(pauseMs)
        }
        return took
      }
      const attack = (person: string, calls: readonly InsiderCall[]) =>
        Array.from({ length: sideBySide }, (_, at) => {
          const start = Math.floor((at * calls.length) / sideBySide)
          return askOn(person, [...calls.slice(start), ...calls.slice(0, start)], 0)
        })
      const [health, others, ...attacked] = await Promise.all([
        askOn('ada', [{ path: '/healthz' }], 20),
        askOn('ada', usual, 50),
        ...attack('mallory', costly),
        ...attack('oscar', hostile),
      ])
      const slowest = Math.max(...others)
      const healthP99 = p99(health)
      const note = `/healthz p99 ${healthP99.toFixed(0)} ms of ${healthMs}; others p99 ${p99(others).toFixed(0)} ms, refused ${failedStatuses.length} of ${others.length}; ${attacked.flat().length} attacks, slowest ${Math.max(...attacked.flat()).toFixed(0)} ms`
      return {
        ours: slowest,
        reference: longestMs,
        ratio: Math.max(slowest / longestMs, healthP99 / healthMs),
        unit: 'ms',
        note,
      }
    }),
}
