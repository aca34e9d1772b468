import { expect, test } from 'vitest'
import { hourMs } from '#shared/primitives/time-units.ts'
import { formatClock, formatTick } from './format-clock.ts'

const at = Date.parse('2026-11-21T07:54:06Z')

test('shows the time within the last day, and the day before that', () => {
  expect(formatClock(at, 'Europe/Stockholm', at + hourMs)).toBe('08:54:06')
  expect(formatClock(at, 'UTC', at + 25 * hourMs)).toBe('21 Nov 07:54:06')
})

test.each([
  [hourMs, '07:54'],
  [48 * hourMs, '21 Nov 07:54'],
  [24 * 30 * hourMs, '21 Nov'],
  [24 * 365 * hourMs, 'Nov 2026'],
])('over %d ms a tick is %s', (rangeMs, mark) => {
  expect(formatTick(at, 'UTC', rangeMs)).toBe(mark)
})
