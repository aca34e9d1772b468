import { describe, expect, test } from 'vitest'
import { durationChoices, parseDurationFilter } from '#shared/health/duration-filter.ts'

describe('parseDurationFilter', () => {
  test('accepts every choice of the list [HEALTH-30]', () => {
    expect(durationChoices.map((choice) => parseDurationFilter(choice))).toEqual(
      [null, 100, 500, 1000, 5000, 10_000, 30_000].map((atLeastMs) => ({ ok: true, atLeastMs })),
    )
  })

  test.each([
    ['250ms', 250],
    ['2.5s', 2500],
    [' 3 S ', 3000],
  ])('accepts the custom value %j [HEALTH-30]', (text, atLeastMs) => {
    expect(parseDurationFilter(text)).toEqual({ ok: true, atLeastMs })
  })

  test.each(['5m', '5', 'fast', '1h', '-1s', 'ms'])('rejects %j with a message [HEALTH-31]', (text) => {
    expect(parseDurationFilter(text)).toEqual({
      ok: false,
      message: 'duration is allowed only in milli seconds & seconds',
    })
  })
})
