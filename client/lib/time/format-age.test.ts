import { expect, test } from 'vitest'
import { formatAge } from './format-age.ts'

const minute = 60_000
const day = 86_400_000

test.each([
  [-5_000, '0s'],
  [999, '0s'],
  [22_000, '22s'],
  [59_999, '59s'],
  [minute, '1m'],
  [2 * 60 * minute, '2h'],
  [23.9 * 60 * minute, '23h'],
  [3 * day, '3d'],
  [29 * day, '29d'],
  [30 * day, '1mo'],
  [364 * day, '12mo'],
  [2 * 365 * day, '2y'],
])('formats %i ms as %s [UI-10]', (ms, text) => {
  expect(formatAge(ms)).toBe(text)
})

test('of no time is a dash', () => {
  expect(formatAge(NaN)).toBe('–')
})
