import { expect, test } from 'vitest'
import { tokenBucket } from './token-bucket.ts'

test('allows a burst, then one per interval', () => {
  let bucket = tokenBucket({ atOnce: 3, everyMs: 100 })
  const passedAtMs: number[] = []
  for (let nowMs = 1_000; nowMs < 1_400; nowMs += 10) {
    if (nowMs < bucket.dueAtMs) continue
    bucket = bucket.after(nowMs)
    passedAtMs.push(nowMs)
  }
  expect(passedAtMs).toEqual([1_000, 1_010, 1_020, 1_100, 1_200, 1_300])
})

test('refills to the burst size and no further', () => {
  const used = tokenBucket({ atOnce: 2, everyMs: 100 }).after(0).after(0)
  expect(used.dueAtMs).toBe(100)
  expect(used.after(10_000).dueAtMs).toBeLessThanOrEqual(10_000)
  expect(used.after(10_000).after(10_000).dueAtMs).toBe(10_100)
})
