import { expect, test } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

test('so much may happen in each stretch of time, and no more', () => {
  let nowMs = 0
  const mayHappen = createRateLimit(2, 1_000, () => nowMs)
  expect([mayHappen(), mayHappen(), mayHappen()]).toEqual([true, true, false])
  nowMs = 999
  expect(mayHappen()).toBe(false)
  nowMs = 1_000
  expect([mayHappen(), mayHappen(), mayHappen()]).toEqual([true, true, false])
})
