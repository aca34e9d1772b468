import { expect, test } from 'vitest'
import { readDirectMode } from './direct-mode.ts'

test.each([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
  [undefined, false],
])('%j is read as %s [AUTH-11]', (value, direct) => {
  expect(readDirectMode(value)).toBe(direct)
})

test.each(['yes', 'TRUE', '', 1, 0, null, {}])('%j is not a boolean [AUTH-12]', (value) => {
  expect(() => readDirectMode(value)).toThrow('Invalid boolean value')
})
