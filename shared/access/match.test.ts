import { expect, test } from 'vitest'
import { matchesPatterns } from './match.ts'

test.each([
  ['*', '', true],
  ['a*', 'Abc', true],
  ['*c', 'abc', true],
  ['a*c', 'ac', true],
  ['aa*aa', 'aaa', false],
  ['a*b*c', 'a.b.c', true],
  ['a*b*c', 'acb', false],
  ['*b*b', 'ab', false],
  ['!a*', 'abc', false],
  ['!a*', 'xyz', true],
  ['a+', 'aa', false],
])('%s matches %s: %s', (list, value, expected) => {
  expect(matchesPatterns(list, value)).toBe(expected)
})
