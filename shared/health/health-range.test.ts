import { describe, expect, test } from 'vitest'
import { automaticRange, checkSpan, healthRangeMs, healthRanges, lengthRange } from '#shared/health/health-range.ts'
import { hourMs } from '#shared/primitives/time-units.ts'

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

  test('a duration ends now; an absolute range stays as typed', () => {
    const nowMs = Date.parse('2026-11-21T08:00:00Z')
    for (const range of healthRanges)
      expect(checkSpan(lengthRange(range), nowMs)).toEqual({ fromMs: nowMs - healthRangeMs(range), toMs: nowMs })
    const [from, to] = ['2026-11-20T22:00:00.000Z', '2026-11-20T23:30:00.000Z']
    expect(checkSpan({ type: 'absolute', display: '', from, to }, nowMs)).toEqual({
      fromMs: Date.parse(from),
      toMs: Date.parse(to),
    })
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
