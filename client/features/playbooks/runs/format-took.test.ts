import { expect, test } from 'vitest'
import { formatTook } from './format-took.ts'

test('shows milliseconds where tenths of a second would be zero', () => {
  expect([-5, 0, 42, 99, 100, 1_290, 61_000, 3_700_000].map(formatTook)).toEqual([
    '0 ms',
    '0 ms',
    '42 ms',
    '99 ms',
    '0.1 s',
    '1.2 s',
    '1 min 1 s',
    '1 h 1 min',
  ])
})
