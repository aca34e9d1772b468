import { expect, test } from 'vitest'
import { retryWaitMs } from './retry-wait.ts'

test('a wait grows by the multiplier, varies by the jitter and is five seconds when none is given', () => {
  const retry = { limit: 3, duration: '2s', exponent: { multiplier: 3 } }
  expect([1, 2, 3].map((attempt) => retryWaitMs(retry, attempt, 0.5))).toEqual([2_000, 6_000, 18_000])
  expect([0, 0.5, 1].map((random) => retryWaitMs({ limit: 1, jitter: 10 }, 1, random))).toEqual([4_500, 5_000, 5_500])
  expect(retryWaitMs({ limit: 100, duration: '1h', exponent: { multiplier: 100 } }, 100, 0.5)).toBe(86_400_000)
})
