import { expect, test } from 'vitest'
import { formatSpan } from './format-span.ts'

test.each([
  [0, '0 s'],
  [41_900, '41 s'],
  [60_000, '1 min'],
  [14 * 60_000 + 14_000, '14 min'],
  [125 * 60_000, '2 h 5 min'],
  [2 * 3_600_000, '2 h'],
  [76 * 3_600_000 + 60_000, '3 d 4 h'],
])('formats %i ms as %s', (ms, text) => {
  expect(formatSpan(ms)).toBe(text)
})

test('of no time is a dash', () => {
  expect(formatSpan(NaN)).toBe('–')
})
