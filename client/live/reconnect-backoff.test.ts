import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReconnectBackoff } from './reconnect-backoff.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

const begin = (random: number) => {
  const attempt = vi.fn<() => void>()
  const plans: (number | null)[] = []
  const reconnectBackoff = createReconnectBackoff({
    attempt,
    onPlan: (atMs) => plans.push(atMs),
    now: Date.now,
    random: () => random,
  })
  return { attempt, plans, reconnectBackoff }
}

test('each failure waits longer, up to ten seconds, and a connection resets the delay', () => {
  const { plans, reconnectBackoff } = begin(1)
  for (let failure = 0; failure < 6; failure++) reconnectBackoff.later()
  expect(plans).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
  reconnectBackoff.reset()
  reconnectBackoff.later()
  expect(plans.slice(-2)).toEqual([null, 1_000])
})

test('tabs reconnect spread over the time requested by the relay', () => {
  const { attempt, plans, reconnectBackoff } = begin(0.5)
  reconnectBackoff.within(8_000)
  expect(plans).toEqual([4_000])
  vi.advanceTimersByTime(3_999)
  expect(attempt).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(attempt).toHaveBeenCalledOnce()
})

test('a tab that wakes up connects immediately, once', () => {
  const { attempt, plans, reconnectBackoff } = begin(1)
  reconnectBackoff.later()
  reconnectBackoff.now()
  vi.advanceTimersByTime(60_000)
  expect([attempt.mock.calls.length, plans.at(-1)]).toEqual([1, null])
})
