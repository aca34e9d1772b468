import { expect, test } from 'vitest'
import { isCalendarDay, parseDate } from './calendar-day.ts'

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

test.each([
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['2024-02-30', Number.NaN],
  ['2023-02-29T10:00:00Z', Number.NaN],
  ['2026-04-31 10:00', Number.NaN],
  ['Fri, 01 Nov 2024 00:00:00 GMT', Date.UTC(2024, 10, 1)],
  ['', Number.NaN],
])('parses the date %s', (text, ms) => {
  expect(parseDate(text)).toBe(ms)
})
