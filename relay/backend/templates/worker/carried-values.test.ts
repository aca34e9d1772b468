import { expect, test } from 'vitest'
import { Duration } from '#relay/backend/templates/duration.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'
import { carry, unpack } from './carried-values.ts'

const through = (values: unknown): unknown => unpack(structuredClone(carry(values)))

test('keeps times and durations at any depth, and converts big integers to numbers', () => {
  const at = new Date('2024-01-02T03:04:05.678Z')
  const values = { at, list: [{ took: new Duration(0.1234567) }], big: 2n ** 40n, text: 'é\n"' }
  expect(through(values)).toEqual({ ...values, big: 2 ** 40 })
})

test('keeps a name without a value as null', () => {
  expect(through({ json: undefined, deep: { nothing: undefined } })).toEqual({ json: null, deep: {} })
})

test('keeps lists', () => {
  expect(through(['a', 1, null])).toEqual(['a', 1, null])
})

const deep = (levels: number): unknown => (levels === 0 ? 0 : [deep(levels - 1)])
const cyclic: Record<string, unknown> = {}
cyclic['self'] = cyclic

test.each([
  ['nested too deep', deep(101), 'The input is nested deeper than 100 levels.'],
  ['without end', cyclic, 'The input is nested deeper than 100 levels.'],
  ['of too many values', Array.from({ length: 300_001 }, () => 0), 'The input has more than 300000 values.'],
  ['of too many letters', ['x'.repeat(8_000_001)], 'The input has more than 8000000 characters.'],
])('rejects values that are %s', (_case, values, message) => {
  expect(() => carry(values)).toThrow(new ExpectedError(message))
})
