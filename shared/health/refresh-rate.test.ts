import { describe, expect, test } from 'vitest'
import { parseRefreshRate } from '#shared/health/refresh-rate.ts'

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
