import { describe, expect, test } from 'vitest'
import { automaticRange, healthRangeMs, healthRangeOf, healthRanges } from '#shared/health/health-range.ts'

const hourMs = 3_600_000

describe('health ranges', () => {
  test('are the fixed list of the page [HEALTH-42]', () => {
    expect(healthRanges.join(' ')).toBe('15m 1h 2h 3h 6h 12h 1d 2d 3d 1w 2w 3w 1mo 2mo 3mo 6mo 1y 2y 3y 5y')
  })

  test('grow from entry to entry', () => {
    const lengths = healthRanges.map(healthRangeMs)
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b))
    expect(healthRangeMs('15m')).toBe(900_000)
    expect(healthRangeMs('2mo')).toBe(60 * 24 * hourMs)
  })

  test('default to 1h when the URL names none of them [HEALTH-02]', () => {
    expect([healthRangeOf(null), healthRangeOf('Yesterday'), healthRangeOf('3d')]).toEqual(['1h', '1h', '3d'])
  })

  test.each([
    [0, '1h'],
    [hourMs, '1h'],
    [hourMs + 1, '2h'],
    [25 * hourMs, '2d'],
    [400 * 24 * hourMs, '2y'],
    [50 * 365 * 24 * hourMs, '5y'],
  ])('a last run %i ms ago is covered by %s [HEALTH-43]', (ageMs, range) => {
    expect(automaticRange(ageMs)).toBe(range)
  })
})
