import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selectNewResults, toResult, type KnownCheck } from './select-new-results.ts'

const at = (ms: number) => new Date(ms).toISOString()
const result = (ms: number, status: unknown = true, check = 'c1') =>
  toResult({ check_id: check, time: at(ms), status, duration: 5, message: 'ok' })
const check = (overrides: Partial<KnownCheck> = {}): KnownCheck => ({
  id: 'c1',
  status: 'healthy',
  last_runtime: at(100),
  ...overrides,
})
const selected = (checks: readonly KnownCheck[], results: Parameters<typeof selectNewResults>[1]) =>
  selectNewResults(checks, results).map(({ checkId, outcomes, turnedAtMs }) => [
    checkId,
    outcomes.map(({ time }) => time),
    turnedAtMs,
  ])

test('only results after the last run are new, oldest first', () => {
  expect(
    selected(
      [check()],
      [102, 99, 100, 101].map((ms) => result(ms)),
    ),
  ).toEqual([['c1', [101, 102], null]])
})

test('every result of a check that never ran is new', () => {
  expect(selected([check({ status: null, last_runtime: null })], [result(1)])).toEqual([['c1', [1], 1]])
})

test('ignores checks with late results only, and unknown checks', () => {
  expect(selected([check()], [result(50), result(200, true, 'c2')])).toEqual([])
})

test.each([
  ['healthy', [true, true], null],
  ['healthy', [false, false], 201],
  ['healthy', [true, false], 202],
  ['healthy', [false, true], 202],
  ['unhealthy', [false, false], null],
  ['unhealthy', [true, true, false, false], 203],
  ['unknown', [true], 201],
])('a check that was %s with results %j changed status at %j', (status, passes, turned) => {
  const results = passes.map((pass, index) => result(201 + index, pass))
  expect(selectNewResults([check({ status })], results)[0]?.turnedAtMs).toBe(turned)
})

test('ignores the order in which results arrive', () => {
  const results = fc.uniqueArray(fc.tuple(fc.nat(200), fc.boolean()), { selector: ([ms]) => ms })
  fc.assert(
    fc.property(results, (all) => {
      const input = all.map(([ms, pass]) => result(ms, pass))
      const once = selectNewResults([check()], input)
      expect(selectNewResults([check()], input.toReversed())).toEqual(once)
      expect(once.flatMap(({ outcomes }) => outcomes).length).toBe(all.filter(([ms]) => ms > 100).length)
    }),
  )
})

test('treats fields of another type as empty, and only true as passed', () => {
  expect(toResult({ check_id: 'c1', time: at(5), status: 'true', duration: '5', message: null })).toEqual({
    checkId: 'c1',
    outcome: { time: 5, pass: false, invalid: false, durationMs: null, message: '', error: '', details: undefined },
  })
})
