import { expect, test } from 'vitest'
import { createBurstPace } from './burst-pace.ts'

test('so many may come at once, then one after another at the pace', () => {
  const pace = createBurstPace({ atOnce: 3, everyMs: 100 })
  const cameAtMs: number[] = []
  for (let nowMs = 1_000; nowMs < 1_400; nowMs += 10) {
    if (nowMs < pace.dueAtMs()) continue
    pace.count(nowMs)
    cameAtMs.push(nowMs)
  }
  expect(cameAtMs).toEqual([1_000, 1_010, 1_020, 1_100, 1_200, 1_300])
})

test('after a rest as many may come at once again, and no more', () => {
  const pace = createBurstPace({ atOnce: 2, everyMs: 100 })
  pace.count(0)
  pace.count(0)
  expect(pace.dueAtMs()).toBe(100)
  pace.count(10_000)
  expect(pace.dueAtMs()).toBeLessThanOrEqual(10_000)
  pace.count(10_000)
  expect(pace.dueAtMs()).toBe(10_100)
})
