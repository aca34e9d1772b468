import { expect, test } from 'vitest'
import { countWholeRows } from './use-whole-rows.ts'

test('counts the rows above the note when the frame cuts one', () => {
  expect(countWholeRows([30, 60, 90], 90, 20)).toBe(null)
  expect(countWholeRows([30, 60, 90.4], 90, 20)).toBe(null)
  expect(countWholeRows([30, 60, 90, 120], 100, 20)).toBe(2)
  expect(countWholeRows([30, 60, 90, 120], 111, 20)).toBe(3)
  expect(countWholeRows([30, 60], 20, 20)).toBe(1)
  expect(countWholeRows([30, 60], 20, 20, 0)).toBe(0)
  expect(countWholeRows([], 20, 20)).toBe(null)
})
