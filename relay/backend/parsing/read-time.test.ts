import { afterEach, expect, test, vi } from 'vitest'
import { readTime } from './read-time.ts'

afterEach(() => void vi.unstubAllEnvs())

test.each([
  ['2024-02-03 04:05:06', '2024-02-03T04:05:06.000Z'],
  ['2024-02-03T04:05', '2024-02-03T04:05:00.000Z'],
  ['2024-02-03T04:05:06.5', '2024-02-03T04:05:06.500Z'],
  ['2024-02-03T04:05:06+02:00', '2024-02-03T02:05:06.000Z'],
  ['2024-02-03', '2024-02-03T00:00:00.000Z'],
  [1_714_906_000, '2024-05-05T10:46:40.000Z'],
  [1_714_906_000_123, '2024-05-05T10:46:40.123Z'],
  ['1714906000', '2024-05-05T10:46:40.000Z'],
])('reads %s in UTC on a machine of another time zone', (value, expected) => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(readTime(value).toISOString()).toBe(expected)
})

test.each(['yesterday', '2024-02-30', '2023-02-29T10:00:00Z', '2026-04-31 10:00'])('%s is no time', (text) => {
  expect(readTime(text).getTime()).toBeNaN()
})
