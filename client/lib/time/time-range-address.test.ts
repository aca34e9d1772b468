import { describe, expect, test } from 'vitest'
import {
  clearTimeRange,
  readTimeRange,
  relativeRange,
  writeTimeRange,
  type TimeRange,
} from '#shared/time-range/time-range.ts'

const written = (range: TimeRange, before = '') => {
  const params = new URLSearchParams(before)
  writeTimeRange(params, range)
  return Object.fromEntries(params)
}

describe('the address of a range', () => {
  const absolute: TimeRange = {
    type: 'absolute',
    display: '20 Nov 22:00 to 23:30',
    from: '2026-11-20T22:00:00.000Z',
    to: '2026-11-20T23:30:00.000Z',
  }
  test('contains rangeType, display, from and to of an absolute one [UI-18,UI-21]', () => {
    expect(written(absolute)).toEqual({
      rangeType: 'absolute',
      display: absolute.display,
      from: absolute.from,
      to: absolute.to,
    })
  })

  test('contains range of a relative one and timeRange of a quick one [UI-18,UI-22,UI-23]', () => {
    expect(written(relativeRange('now-5m'))).toEqual({ range: 'now-5m' })
    expect(written({ type: 'mapped', display: 'Today so far' })).toEqual({ timeRange: 'Today so far' })
  })

  test('replaces the previous range and keeps other parameters [UI-24]', () => {
    const before = 'rangeType=absolute&display=x&from=a&to=b&timeRange=Today&duration=5m&search=db'
    expect(written(relativeRange('now-6h'), before)).toEqual({ search: 'db', range: 'now-6h' })
  })

  test('loses all seven parameters when the range is cleared [UI-25]', () => {
    const params = new URLSearchParams('from=1&to=2&duration=3&timeRange=4&rangeType=5&display=6&range=7&search=db')
    clearTimeRange(params)
    expect(params.toString()).toBe('search=db')
  })

  test.each([absolute, relativeRange('now-6M'), { type: 'mapped', display: 'Yesterday' } as const])(
    'survives a round trip: %o',
    (range) => {
      expect(readTimeRange(new URLSearchParams(written(range)))).toEqual(range)
    },
  )

  test('is no absolute range with an invalid date [UI-27]', () => {
    expect(readTimeRange(new URLSearchParams('rangeType=absolute&from=2026-11-20&to=soon'))).toBeNull()
    expect(readTimeRange(new URLSearchParams('rangeType=absolute&from=2026-11-20'))).toBeNull()
  })
})
