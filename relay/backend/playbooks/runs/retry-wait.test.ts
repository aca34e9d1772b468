import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryWaitMs } from './retry-wait.ts'

test('grows by the multiplier, varies by the jitter and defaults to five seconds', () => {
  const retry = { limit: 3, exponent: { multiplier: 3 } }
  expect([1, 2, 3].map((attempt) => retryWaitMs(retry, 2_000, attempt, 0.5))).toEqual([2_000, 6_000, 18_000])
  expect([0, 0.5, 1].map((random) => retryWaitMs({ limit: 1, jitter: 10 }, undefined, 1, random))).toEqual([
    4_500, 5_000, 5_500,
  ])
  expect(retryWaitMs({ limit: 100, exponent: { multiplier: 100 } }, 3_600_000, 100, 0.5)).toBe(86_400_000)
})

test('is between zero and a day, and without jitter never shorter than before', () => {
  fc.assert(
    fc.property(
      fc.record({ multiplier: fc.double({ min: 1, max: 50, noNaN: true }), jitter: fc.nat(200) }),
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      ({ multiplier, jitter }, attempt, random) => {
        const retry = { limit: 50, exponent: { multiplier } }
        const waitMs = retryWaitMs({ ...retry, jitter }, 3_000, attempt, random)
        expect(waitMs).toBeGreaterThanOrEqual(0)
        expect(waitMs).toBeLessThanOrEqual(86_400_000)
        expect(retryWaitMs(retry, 3_000, attempt + 1, random)).toBeGreaterThanOrEqual(
          retryWaitMs(retry, 3_000, attempt, random),
        )
      },
    ),
  )
})
