import { expect, test } from 'vitest'
import { formatTime } from './format-time.ts'

const now = new Date('2026-11-21T08:02:19Z')
const today = new Date('2026-11-21T06:54:05Z')
const earlier = new Date('2026-11-19T06:54:05Z')
const formatted = (at: Date, zone = 'Europe/Stockholm') =>
  (['short', 'medium', 'full', 'timestamp'] as const).map((format) => formatTime(at, format, zone, now))

test('formats a time of today in each of the four modes [UI-09]', () => {
  expect(formatted(today)).toEqual([
    '07:54',
    '21 Nov 2026 07:54',
    'Sat 21 November 2026 07:54:05',
    '2026-11-21T07:54:05+01:00',
  ])
})

test('short shows the day for other days, with the year for other years [UI-09]', () => {
  expect(formatted(earlier)[0]).toBe('19 Nov')
  expect(formatted(new Date('2025-11-21T08:00:00Z'))[0]).toBe('21 Nov 2025')
})

test('the zone decides which day is today and the offset of a timestamp', () => {
  const late = new Date('2026-11-20T23:30:00Z')
  expect(formatTime(late, 'short', 'Europe/Stockholm', now)).toBe('00:30')
  expect(formatTime(late, 'short', 'UTC', now)).toBe('20 Nov')
  expect(formatTime(today, 'timestamp', 'UTC', now)).toBe('2026-11-21T06:54:05+00:00')
  expect(formatTime(today, 'timestamp', 'Asia/Kolkata', now)).toBe('2026-11-21T12:24:05+05:30')
})

test('an invalid date is an empty string', () => {
  expect(formatTime(new Date('soon'), 'full', 'UTC', now)).toBe('')
})
