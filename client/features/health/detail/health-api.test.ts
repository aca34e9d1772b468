import { expect, test, vi } from 'vitest'
import { setServerOffset } from '#client/lib/time/clock.ts'
import { lengthRange } from '#shared/health/health-range.ts'
import { graphSpan } from './health-api.ts'

test('months, which the graph does not support, are sent as their start time', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 4, 31), toFake: ['Date'] })
  setServerOffset(0)
  expect((['1h', '2w', '1y'] as const).map((range) => graphSpan(lengthRange(range)))).toEqual([
    { start: '1h' },
    { start: '2w' },
    { start: '1y' },
  ])
  expect(graphSpan(lengthRange('1mo'))).toEqual({ start: '2026-05-01T00:00:00.000Z' })
  vi.useRealTimers()
})

test('a typed range is sent as its start and end time', () => {
  const [from, to] = ['2026-05-01T06:00:00.000Z', '2026-05-01T07:30:00.000Z']
  expect(graphSpan({ type: 'absolute', display: '', from, to })).toEqual({ start: from, end: to })
})
