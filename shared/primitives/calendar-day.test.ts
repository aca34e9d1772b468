import { expect, test } from 'vitest'
import { isCalendarDay } from './calendar-day.ts'

test.each([
  [2026, 2, 28, true],
  [2028, 2, 29, true],
  [2026, 2, 29, false],
  [2026, 2, 30, false],
  [2026, 4, 31, false],
  [2026, 13, 1, false],
  [2026, 0, 1, false],
  [2026, 1, 0, false],
])('the calendar has %i-%i-%i: %s', (year, month, day, isDay) => {
  expect(isCalendarDay(year, month, day)).toBe(isDay)
})
