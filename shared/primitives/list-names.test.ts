import { expect, test } from 'vitest'
import { listNames } from './list-names.ts'

test('lists the first names and counts the rest', () => {
  expect(listNames([], 2)).toBe('')
  expect(listNames(['a', 'b'], 2)).toBe('a, b')
  expect(listNames(['a', 'b', 'c'], 2)).toBe('a, b and 1 more')
  expect(listNames(['a', 'b'], 2, 40)).toBe('a, b and 38 more')
})
