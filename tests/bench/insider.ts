import { startRelay } from '#tests/fixtures/relay.ts'
import { p99, wait, type Bench } from './bench.ts'

const seconds = 20
const attackers = 6
const longestMs = 2_000
const healthMs = 250

const nested = (levels: number): string =>
  levels === 0 ? 'id' : `id,${levels % 2 === 0 ? 'canaries' : 'checks'}!checks_canary_id_fkey(${nested(levels - 1)})`

const hostile = [
  `/api/db/checks?select=spec${'->a'.repeat(1_500)}`,
  `/api/db/canaries?select=${nested(9)}`,
  `/api/db/canaries?select=${nested(5)}`,
  `/api/db/checks?select=name&name=match.(a*)*b&or=(name.imatch.(x|y)*z,name.ilike.*a*b*c*d*)`,
  `/api/db/check_statuses?select=*,checks(*,canaries!checks_canary_id_fkey(*))&offset=9999999`,
  `/api/db/checks?select=id&id=in.(${Array.from({ length: 400 }, () => '01890a5d-0000-7000-8000-000000000001').join()})`,
]
const usual = ['/api/db/checks?select=id,name&limit=50', '/api/canary/api/summary']

const canary = (checks: number): string =>
  [
    'apiVersion: canaries.flanksource.com/v1\nkind: Canary\nmetadata:\n  name: many\n  namespace: test',
    'spec:\n  schedule: "@every 1h"\n  http:',
    ...Array.from({ length: checks }, (_, n) => `    - name: check ${n}\n      url: http://127.0.0.1:9/`),
  ].join('\n')

/** The slowest answer that anybody gets while one person asks for all that costs, side by side; over two seconds. */
export const insider: Bench = {
  name: 'insider: slowest answer ÷ 2 s, hostile requests in parallel',
  goal: { atMost: 1 },
  run: async () => {
    const relay = await startRelay({ resources: { 'many.yaml': canary(500) } })
    const timed = async (path: string): Promise<number> => {
      const startedAt = performance.now()
      const answer = await fetch(`${relay.url}${path}`)
      await answer.arrayBuffer()
      return performance.now() - startedAt
    }
    const until = Date.now() + seconds * 1_000
    const askOn = async (paths: readonly string[], pauseMs: number): Promise<number[]> => {
      const took: number[] = []
      for (let n = 0; Date.now() < until; n += 1) {
        took.push(await timed(paths[n % paths.length] ?? '/'))
        await wait(pauseMs)
      }
      return took
    }
    const attacks = hostile.flatMap((_, start) =>
      start < attackers ? [askOn([...hostile.slice(start), ...hostile.slice(0, start)], 0)] : [],
    )
    const [health, others, ...attacked] = await Promise.all([askOn(['/healthz'], 20), askOn(usual, 50), ...attacks])
    await relay.stop()
    const slowest = Math.max(...others, ...attacked.flat())
    const healthP99 = p99(health)
    const note = `/healthz p99 ${healthP99.toFixed(0)} ms of ${healthMs}; others p99 ${p99(others).toFixed(0)} ms; ${attacked.flat().length} attacks`
    return {
      ours: slowest,
      reference: longestMs,
      ratio: Math.max(slowest / longestMs, healthP99 / healthMs),
      unit: 'ms',
      note,
    }
  },
}
