import { expect, test } from 'vitest'
import type { CheckStatus } from '#shared/health/check-status.ts'
import { mergeHistory } from './merge-history.ts'

const result = (second: number, status = true, duration = 100): CheckStatus => ({
  check_id: '0195c0de-0000-7000-8000-000000000001',
  time: `2026-11-21T08:00:${String(second).padStart(2, '0')}.000Z`,
  status,
  duration,
})
const live = (...results: CheckStatus[]) => new Map(results.map((each) => [each.time, each]))
const everything = { status: null, atLeastMs: null, fromMs: 0, toMs: Infinity } as const

test('new results come first, known ones appear once, and the page keeps its size', () => {
  const loaded = { results: [result(20), result(10)], total: 7 }
  expect(mergeHistory(loaded, live(result(40, false), result(30), result(20), result(5)), everything, 3)).toEqual({
    results: [result(40, false), result(30), result(20)],
    total: 9,
  })
})

test('results after the end of the range are left out', () => {
  const loaded = { results: [result(20)], total: 1 }
  const until = Date.parse(result(30).time)
  expect(mergeHistory(loaded, live(result(29), result(30), result(31)), { ...everything, toMs: until }, 50)).toEqual({
    results: [result(29), result(20)],
    total: 2,
  })
})

test('new results must pass the filters of the page', () => {
  const loaded = { results: [], total: 0 }
  const received = live(result(1), result(2, false, 40), result(3, false, 900))
  expect(mergeHistory(loaded, received, { ...everything, status: '0', atLeastMs: 500 }, 50)).toEqual({
    results: [result(3, false, 900)],
    total: 1,
  })
})
