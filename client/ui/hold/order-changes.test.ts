import { expect, test } from 'vitest'
import { countOrderChanges } from './order-changes.ts'

test.each([
  ['abc', 'abc', 0],
  ['abc', 'abcd', 1],
  ['abc', 'ac', 1],
  ['abcd', 'dabc', 1],
  ['abcd', 'bcda', 1],
  ['abcd', 'dcba', 3],
  ['abc', 'xyz', 6],
  ['', 'ab', 2],
])('from %j to %j takes %i changes', (before, after, changes) => {
  expect(countOrderChanges(before.split(''), after.split(''))).toBe(changes)
})
