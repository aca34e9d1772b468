import { expect, test } from 'vitest'
import { spendEvent, type Spending } from './event-budget.ts'

const createSpender = () => {
  const connection = { spent: 0, spentAtMs: 0 }
  return (event: string, times: number, nowMs = 0) => {
    const counts: Partial<Record<Spending, number>> = {}
    for (let n = 0; n < times; n += 1) {
      const spending = spendEvent(connection, event, nowMs)
      counts[spending] = (counts[spending] ?? 0) + 1
    }
    return counts
  }
}

test.each([
  ['ack', 16_384],
  ['refresh', 1_024],
  ['made up', 1_024],
  ['subscribe', 256],
  ['renew', 16],
])('allows a burst of %s, rejects as many, then calls it a flood', (event, burst) => {
  expect(createSpender()(event, burst * 3)).toEqual({ allowed: burst, rejected: burst, flood: burst })
})

test('different events share one budget, which refills with time', () => {
  const spend = createSpender()
  expect(spend('subscribe', 200)).toEqual({ allowed: 200 })
  expect(spend('leave', 300)).toEqual({ allowed: 224, rejected: 76 })
  expect(spend('refresh', 1_000, 10_000)).toEqual({ allowed: 948, rejected: 52 })
  expect(spend('refresh', 1_024, 60_000)).toEqual({ allowed: 1_024 })
})
