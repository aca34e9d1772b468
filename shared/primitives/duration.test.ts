import { describe, expect, test } from 'vitest'
import { formatDuration, parseDuration } from './duration.ts'

describe('parseDuration', () => {
  test.each([
    ['30s', 30_000],
    ['1m30s', 90_000],
    ['1.5h', 5_400_000],
    ['100ms', 100],
    ['0', 0],
    ['2d', 172_800_000],
    ['2w', 1_209_600_000],
    ['3mo', 7_776_000_000],
    ['1y', 31_536_000_000],
    ['1h2m3s4ms', 3_723_004],
  ])('reads %s as %d milliseconds', (text, ms) => {
    expect(parseDuration(text)).toBe(ms)
  })

  test.each(['', '5', 's', '1x', '-1s', ' 1s', '1s ', '1s2', 'NaNs'])('rejects %j', (text) => {
    expect(parseDuration(text)).toBeNull()
  })
})

test.each([
  [250, '250ms'],
  [45_000, '45s'],
  [2_500, '2.5s'],
  [5_400_000, '1h30m'],
  [90_061_000, '1d1h1m1s'],
])('formatDuration writes %d as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
