import { expect, test } from 'vitest'
import { sortedBy } from './sort-value.ts'

const order = (values: readonly (string | number | null)[], desc = false) => sortedBy(values, (value) => value, desc)

test('sorts numbers by value, text by locale with embedded numbers, and null last in both directions', () => {
  expect(order([10, null, 9])).toEqual([9, 10, null])
  expect(order([10, null, 9], true)).toEqual([10, 9, null])
  expect(order(['b 10', 'B 9', 'a'])).toEqual(['a', 'B 9', 'b 10'])
})

test('is stable among equals, also descending', () => {
  const rows = [
    { id: 1, of: 'x' },
    { id: 2, of: 'x' },
  ]
  expect(sortedBy(rows, ({ of }) => of, true).map(({ id }) => id)).toEqual([1, 2])
})

test('sorts timestamps by time, regardless of their precision', () => {
  const moments = ['2026-11-25T20:53:45.4+00:00', '2026-11-25T20:53:45.123+00:00', '2026-11-25T20:53:45Z']
  expect(order(moments)).toEqual(moments.toReversed())
  expect(order(moments.toReversed(), true)).toEqual(moments)
  const micros = ['2026-11-25T20:53:45.123456+00:00', '2026-11-25T20:53:45.1237+00:00']
  expect(order(micros, true)).toEqual(micros.toReversed())
})
