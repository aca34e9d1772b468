import { expect, test } from 'vitest'
import { cutName, findLimitError } from './item-limits.ts'

const item = { type: 'Host', id: 'h1', name: 'one', aliases: [] }
const long = '\u4e16'.repeat(900)
const shown = `"${'\u4e16'.repeat(60)}…"`

test.each([
  [{}, undefined],
  [{ type: long }, `The type ${shown} is longer than 500 bytes.`],
  [{ id: long }, `The id ${shown} is longer than 2000 bytes.`],
  [{ name: long }, `The name ${shown} of Host "h1" is longer than 2000 bytes.`],
  [{ aliases: ['a', long] }, `The alias ${shown} of Host "h1" is longer than 2600 bytes.`],
])('%j', (more, error) => {
  expect(findLimitError({ ...item, ...more })).toBe(error && `${error} The item was not stored.`)
})

test('a name is cut at a whole character', () => {
  expect(cutName(long)).toBe('\u4e16'.repeat(666))
  expect(findLimitError({ ...item, name: cutName(long) })).toBeUndefined()
})
