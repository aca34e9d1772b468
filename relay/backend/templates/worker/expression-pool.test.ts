import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Expression } from '#relay/backend/templates/template-language.ts'
import { carry } from './carried-values.ts'
import { ExpressionPool } from './expression-pool.ts'
import type { EvaluationResult } from './messages.ts'

const lane = { graceMs: 20_000, waitMaxMs: 60_000, idleMs: 60_000 }
const createPool = (limits = {}) =>
  new ExpressionPool({ promptMs: 100, prompt: lane, patient: lane, slowForMs: 60_000, ...limits })

const evaluate = (pool: ExpressionPool, sources: readonly Expression[], values: unknown = {}, timeoutMs = 300) =>
  pool.evaluate({ expressions: sources, values: carry(values), timeoutMs, owner: '', isAborted: () => false })

const cel = (source: string): Expression => ({ language: 'expr', source })
const script = (source: string): Expression => ({ language: 'javascript', source })
const answered = (json: string): EvaluationResult => ({ kind: 'answered', json })
const late: EvaluationResult = { kind: 'late', position: undefined }

const endless = cel(
  Array.from({ length: 5 }, () => 'l').reduce((inner, list, depth) => `${list}.all(x${depth}, ${inner})`, 'true'),
)
const list = { l: Array.from({ length: 100 }, (_, index) => index) }
/** Allocates far more than available at once: V8 ends the whole process for that, even from a thread. */
const hungry: Expression = {
  language: 'template',
  source: `{{ $x := "${'x'.repeat(700)}" }}{{ len (split "" (replaceAll "x" (replaceAll "x" $x $x) "${'x'.repeat(150)}")) }}`,
}

describe('expression pool', () => {
  test('starts a process only when needed, and stops it when idle', async () => {
    const pool = createPool({ prompt: { ...lane, idleMs: 0 } })
    expect(pool.running).toBe(0)
    expect(await evaluate(pool, [cel('1 + 1')])).toEqual([answered('2')])
    await expect.poll(() => pool.running).toBe(0)
    expect(await evaluate(pool, [cel('1 + 2')])).toEqual([answered('3')])
  })

  test('starts its processes from source', async () => {
    vi.stubEnv('BUNDLED_PROGRAMS_DIR', undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await evaluate(createPool(), [cel('1 + 1')])).toEqual([answered('2')])
  })

  test('returns the results of several expressions in order, each with its own failure', async () => {
    const results = await evaluate(createPool(), [cel('a + 1'), cel('nothing'), cel('a +'), cel('a == 1')], { a: 1 })
    expect(results).toMatchObject([
      { kind: 'answered', json: '2' },
      { kind: 'failed', language: 'expr', reason: 'Unknown variable: nothing.' },
      { kind: 'failed', language: 'expr' },
      { kind: 'answered', json: 'true' },
    ])
  })

  test('stops an endless expression without blocking later ones', async () => {
    const pool = createPool()
    const order: string[] = []
    const done = (name: string) => () => void order.push(name)
    const slow = evaluate(pool, [endless], list).finally(done('slow'))
    const quick = Array.from({ length: 20 }, (_, index) => evaluate(pool, [cel(`${index}`)]).finally(done('quick')))
    expect((await Promise.all(quick)).flat()).toHaveLength(20)
    expect(order).not.toContain('slow')
    expect(await slow).toEqual([late])
  })

  test('returns results of expressions beside an endless one', async () => {
    expect(await evaluate(createPool(), [cel('1'), endless, cel('l.size()')], list)).toEqual([
      answered('1'),
      late,
      answered('100'),
    ])
  })

  test('an expression that exceeds memory ends only its process; the others continue in a new one', async () => {
    const pool = createPool()
    const all = await Promise.all([
      evaluate(pool, [hungry], {}, 20_000),
      evaluate(pool, [cel('1 + 1')], {}, 20_000),
      evaluate(pool, [cel('2 + 2'), hungry, cel('3 + 3')], {}, 20_000),
    ])
    const tooMuch = {
      kind: 'failed',
      language: 'template',
      reason: 'Stopped: needs more than 128 MB of memory.',
    }
    expect(all).toEqual([[tooMuch], [answered('2')], [answered('4'), tooMuch, answered('6')]])
    expect(await evaluate(pool, [cel('4 + 4')])).toEqual([answered('8')])
  })

  test('rejects an expression that waited too long', async () => {
    const pool = createPool({ prompt: { ...lane, waitMaxMs: -1 } })
    expect(await evaluate(pool, [cel('1')])).toMatchObject([
      { kind: 'failed', reason: 'Too many expressions are being evaluated; this one waited too long.' },
    ])
  })

  test('kills a process that does not respond in time, and starts its remaining work again', async () => {
    const impatient = { ...lane, graceMs: -99 }
    const pool = createPool({ prompt: impatient })
    const all = await Promise.all([
      evaluate(pool, [endless], list),
      ...Array.from({ length: 12 }, (_, index) => evaluate(pool, [cel(`${index}`)], {}, 20_000)),
    ])
    expect(all.flat()).toEqual([late, ...Array.from({ length: 12 }, (_, index) => answered(`${index}`))])
  })

  test('limits the size and depth of a result', async () => {
    const results = await evaluate(createPool(), [
      script('"x".repeat(1000001)'),
      script('let deep = 0; for (let i = 0; i < 65; i++) deep = [deep]; deep'),
    ])
    expect(results).toMatchObject([
      { kind: 'failed', reason: 'The result exceeds 1000000 characters.' },
      { kind: 'failed', reason: 'Invalid result. The JSON is nested deeper than 64 levels.' },
    ])
  })
})
