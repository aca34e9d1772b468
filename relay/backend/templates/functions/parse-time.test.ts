import { expect, test } from 'vitest'
import { parseTime } from './parse-time.ts'

test.each([
  ['2026-01-02T15:04:05Z', '2006-01-02T15:04:05Z07:00', '2026-01-02T15:04:05.000Z'],
  ['2026-01-02T15:04:05.5+02:00', '2006-01-02T15:04:05Z07:00', '2026-01-02T13:04:05.500Z'],
  ['02/Jan/2026:15:04:05 -0700', '02/Jan/2006:15:04:05 -0700', '2026-01-02T22:04:05.000Z'],
  ['Fri Jan  2 3:04:05 PM 2026', 'Mon Jan _2 3:04:05 PM 2006', '2026-01-02T15:04:05.000Z'],
  ['2.1.26', '2.1.06', '2026-01-02T00:00:00.000Z'],
])('%s by the layout %s', (text, layout, expected) => {
  expect(parseTime(text, layout)?.toISOString()).toBe(expected)
})

test('rejects text that does not match the layout', () => {
  expect(parseTime('yesterday', '2006-01-02')).toBeUndefined()
  expect(parseTime('2026-01-02 later', '2006-01-02')).toBeUndefined()
})

test.each(['2026-02-30', '2026-13-01', '2026-00-10'])(
  'rejects the day %s, which the calendar does not have',
  (text) => {
    expect(parseTime(text, '2006-01-02')).toBeUndefined()
  },
)
