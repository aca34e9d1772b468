import { expect, test } from 'vitest'
import { booleanField, integerField, numberField } from './document-scalars.ts'

test.each([
  [true, true],
  ['true', true],
  ['False', false],
  [false, false],
])('%j is a boolean', (input, value) => {
  expect(booleanField.parse(input)).toBe(value)
})

test.each(['yes', '', 1, null])('%j is not a boolean', (input) => {
  expect(booleanField.safeParse(input).error?.issues.map(({ message }) => message)).toEqual(['must be true or false'])
})

test('numbers can be quoted, and bounds apply to both forms', () => {
  const field = numberField({ min: 1, max: 6 })
  expect([field.parse('2.5'), field.parse(6)]).toEqual([2.5, 6])
  for (const input of ['7', 0, 'two', ''])
    expect(field.safeParse(input).error?.issues[0]?.message).toBe('must be a number from 1 to 6')
  expect(integerField().safeParse('1.5').error?.issues[0]?.message).toBe('must be an integer')
  expect(integerField({ min: 0 }).parse('3')).toBe(3)
})
