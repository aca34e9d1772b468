import { describe, expect, test } from 'vitest'
import { findIntervalMs, isLate, isRare, parseRefreshRate } from '#shared/health/staleness.ts'

const at = Date.parse('2026-11-21T08:00:00Z')
const check = { lastRuntime: '2026-11-21T08:00:00Z', intervalMs: 30_000, schedule: '' }

describe('staleness', () => {
  test('a check is late after two missed intervals and 5 s', () => {
    expect([isLate(check, at + 65_000), isLate(check, at + 65_001)]).toEqual([false, true])
  })

  test('a check that never ran or has no known interval is never late', () => {
    expect(isLate({ ...check, lastRuntime: null }, at + 1e9)).toBe(false)
    expect(isLate({ ...check, intervalMs: null }, at + 1e9)).toBe(false)
  })

  test('a check that is not evaluated is never late', () => {
    expect(isLate({ ...check, notEvaluated: { id: 'db', name: 'db' } }, at + 1e9)).toBe(false)
  })

  test('reads the interval from an @every schedule when the backend sends none', () => {
    expect(findIntervalMs({ intervalMs: null, schedule: '@every 5m' })).toBe(300_000)
    expect(findIntervalMs({ intervalMs: null, schedule: '0 * * * *' })).toBe(null)
    expect(findIntervalMs({ intervalMs: 10, schedule: '@every 5m' })).toBe(10)
  })

  test('rare is once an hour or less', () => {
    expect([isRare({ intervalMs: 3_600_000, schedule: '' }), isRare({ intervalMs: 3_599_999, schedule: '' })]).toEqual([
      true,
      false,
    ])
  })
})

describe('parseRefreshRate', () => {
  test.each([
    ['15s', 15_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['1w', 604_800_000],
    ['1h30m', 5_400_000],
    ['0.5s', 500],
    ['5', null],
    ['5mo', null],
    ['', null],
    ['0s', null],
    ['-5s', null],
  ])('%j is %j ms [HEALTH-40]', (text, ms) => {
    expect(parseRefreshRate(text)).toBe(ms)
  })
})
