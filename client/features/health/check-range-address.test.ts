import { describe, expect, test } from 'vitest'
import { lengthRange, readCheckRange, writeCheckRange, type CheckRange } from '#shared/health/health-range.ts'

const read = (query: string) => readCheckRange(new URLSearchParams(query))

describe('time range of the health page', () => {
  test('is 1h when the address contains no known range [HEALTH-02]', () => {
    expect(read('timeRange=3d')).toEqual(lengthRange('3d'))
    expect(read('timeRange=Yesterday')).toEqual(lengthRange('1h'))
    expect(read('range=now-x')).toEqual(lengthRange('1h'))
    expect(read('checkId=1')).toBeNull()
  })

  const typed: CheckRange = {
    type: 'absolute',
    display: '20 Nov 2026 22:00 to 23:30',
    from: '2026-11-20T22:00:00.000Z',
    to: '2026-11-20T23:30:00.000Z',
  }
  test.each([
    [lengthRange('3w'), 'timeRange'],
    [{ type: 'relative', display: '45m', range: 'now-45m' } as const, 'range'],
    [typed, 'rangeType,display,from,to'],
  ])(
    'is written to the address as %o and read back, replacing any previous range [HEALTH-02,UI-21,UI-22]',
    (range, names) => {
      for (const before of ['', 'timeRange=1h', 'range=now-2h', 'rangeType=absolute&from=1&to=2&display=x']) {
        const params = new URLSearchParams(before)
        writeCheckRange(params, range)
        expect([...params.keys()].join(',')).toBe(names)
        expect(readCheckRange(params)).toEqual(range)
      }
    },
  )
})
