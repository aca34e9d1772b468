import { expect, test } from 'vitest'
import { toSlices } from './to-slices.ts'

test.each([
  [0, []],
  [2, [2]],
  [4, [2, 2]],
  [5, [2, 2, 1]],
])('%d rows in slices of 2', (count, lengths) => {
  const rows = Array.from({ length: count }, (_, index) => index)
  const slices = toSlices(rows, 2)
  expect(slices.map(({ length }) => length)).toEqual(lengths)
  expect(slices.flat()).toEqual(rows)
})
