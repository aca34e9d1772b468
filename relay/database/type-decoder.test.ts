import { expect, test } from 'vitest'
import { encodeParameter } from './run-statement.ts'
import { createTypeDecoder } from './type-decoder.ts'

test('reads times with any offset as ISO-8601', () => {
  const { decode } = createTypeDecoder()
  expect(decode(1184, '2025-03-24 08:02:00+00')).toBe('2025-03-24T08:02:00+00:00')
  expect(decode(1184, '2025-03-24 08:02:00.123456+05:30')).toBe('2025-03-24T08:02:00.123456+05:30')
  expect(decode(1184, '-infinity')).toBe('-infinity')
  expect(decode(1114, '2025-03-24 08:02:00')).toBe('2025-03-24T08:02:00')
})

test('reads arrays of learned types and leaves unknown types as text', () => {
  const { decode, learnArrays } = createTypeDecoder()
  expect(decode(16_385, '{UI,Push}')).toBe('{UI,Push}')
  learnArrays([[16_385, 16_384]])
  expect(decode(16_385, '{UI,Push}')).toEqual(['UI', 'Push'])
  expect(decode(16_385, null)).toBeNull()
})

test('writes parameters as PostgreSQL text and rejects values without one', () => {
  expect(
    [undefined, 5n, 1e21, false, new Date(0), new Uint8Array([255]), [['a'], [null]], { a: [1] }].map(encodeParameter),
  ).toEqual([null, '5', '1e+21', 'false', '1970-01-01T00:00:00.000Z', '\\xff', '{{"a"},{NULL}}', '{"a":[1]}'])
  expect(() => encodeParameter(() => 1)).toThrow('A function cannot be a statement parameter.')
})
