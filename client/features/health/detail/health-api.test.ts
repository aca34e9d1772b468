import { expect, test, vi } from 'vitest'
import { setServerOffset } from '#client/lib/time/clock.ts'
import { graphStart } from './health-api.ts'

test('months, which the graph does not know, go as the moment they start at', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 4, 31), toFake: ['Date'] })
  setServerOffset(0)
  expect([graphStart('1h'), graphStart('2w'), graphStart('1y')]).toEqual(['1h', '2w', '1y'])
  expect(graphStart('1mo')).toBe('2026-05-01T00:00:00.000Z')
  vi.useRealTimers()
})
