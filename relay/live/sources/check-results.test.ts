import { expect, test } from 'vitest'
import { createCheckResults } from './check-results.ts'

const signal = new AbortController().signal
const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 21, 0, second))
const ran = (id: string, second: number) => ({ id, ranAtMs: at(second).getTime() })
const result = (second: number, status = true, duration = second) => ({
  time: at(second).toISOString(),
  status,
  duration,
})

interface Row {
  readonly id: string
  readonly recent: readonly object[]
  readonly failed?: readonly object[]
}

const follow = (...responses: readonly (readonly Row[] | Error)[]) => {
  const paths: string[] = []
  const errors: unknown[] = []
  const ask = createCheckResults({
    fetchText: async (path) => {
      const response = responses[paths.length] ?? []
      paths.push(path)
      if (response instanceof Error) throw response
      return JSON.stringify(response.map(({ id, recent, failed = [] }) => ({ id, recent, failed })))
    },
    onError: (error) => errors.push(error),
  })
  return { ask, paths, errors }
}

test('loads the newest results and failure of all checks in one request', async () => {
  const { ask, paths } = follow([
    { id: 'a', recent: [result(9, false), result(5)], failed: [{ error: 'expected 200', message: '' }] },
    { id: 'b', recent: [result(8), result(4, false)], failed: [{ error: 'refused', message: '' }] },
  ])
  const { findResults, isComplete } = await ask([ran('b', 8), ran('a', 9), { id: 'never', ranAtMs: null }], signal)
  expect(paths).toEqual([
    '/api/db/checks?select=id,recent:check_statuses(time,status,duration),failed:check_statuses(error,message)' +
      '&recent.order=time.desc&recent.limit=30&failed.status=is.false&failed.order=time.desc&failed.limit=1' +
      '&deleted_at=is.null&order=id&id=in.(a,b)',
  ])
  expect(isComplete).toBe(true)
  expect(findResults('a')).toEqual({ recent: 'pf', recentMs: [5, 9], message: 'expected 200' })
  expect(findResults('b')).toEqual({ recent: 'fp', recentMs: [4, 8], message: '' })
  expect(findResults('never')).toBe(null)
})

test('then loads only newer results of checks that ran', async () => {
  const { ask, paths } = follow(
    [
      { id: 'a', recent: [result(9)] },
      { id: 'b', recent: [result(8)] },
    ],
    [{ id: 'a', recent: [result(14, false)], failed: [{ error: '', message: 'timed out' }] }],
  )
  await ask([ran('a', 9), ran('b', 8)], signal)
  await ask([ran('a', 9), ran('b', 8)], signal)
  const { findResults } = await ask([ran('a', 14), ran('b', 8)], signal)
  expect(paths).toHaveLength(2)
  expect(paths[1]).toMatch(
    /&id=in\.\(a\)&recent\.time=gt\.2026-11-22T21:00:09\.000Z&failed\.time=gt\.2026-11-22T21:00:09\.000Z$/,
  )
  expect(findResults('a')).toEqual({ recent: 'pf', recentMs: [9, 14], message: 'timed out' })
})

test('keeps the newest thirty results', async () => {
  const all = Array.from({ length: 31 }, (_, second) => result(second, second > 0))
  const { ask } = follow([{ id: 'a', recent: all.slice(1).toReversed() }], [{ id: 'a', recent: [result(40, false)] }])
  await ask([ran('a', 30)], signal)
  const { findResults } = await ask([ran('a', 40)], signal)
  expect(findResults('a')?.recent).toBe(`${'p'.repeat(29)}f`)
  expect(findResults('a')?.recentMs).toHaveLength(30)
})

test('loads thousands of checks in pages of a thousand', async () => {
  const ids = Array.from({ length: 1_500 }, (_, i) => String(i).padStart(4, '0'))
  const page = (from: number) => ids.slice(from, from + 1_000).map((id) => ({ id, recent: [result(5)] }))
  const { ask, paths } = follow(page(0), page(1_000))
  const checks = ids.map((id) => ran(id, 5))
  expect((await ask(checks, signal)).isComplete).toBe(false)
  const { findResults, isComplete } = await ask(checks, signal)
  expect(isComplete).toBe(true)
  expect(paths.map((path) => /&id=.*$/.exec(path)?.[0])).toEqual(['&id=gte.0000&limit=1000', '&id=gte.1000&limit=1000'])
  expect(findResults('1499')?.recent).toBe('p')
})

test('requests a run without a result three times', async () => {
  const { ask, paths } = follow()
  for (let i = 0; i < 5; i++) await ask([ran('a', 9)], signal)
  expect(paths).toHaveLength(3)
  await ask([ran('a', 12)], signal)
  expect(paths).toHaveLength(4)
})

test('keeps known results while requests fail and reports the failure once', async () => {
  const { ask, errors } = follow([{ id: 'a', recent: [result(9)] }], new Error('404'), new Error('404'))
  await ask([ran('a', 9)], signal)
  await ask([ran('a', 12)], signal)
  const { findResults, isComplete } = await ask([ran('a', 12)], signal)
  expect({ recent: findResults('a')?.recent, isComplete, errors: errors.length }).toEqual({
    recent: 'p',
    isComplete: false,
    errors: 1,
  })
})
