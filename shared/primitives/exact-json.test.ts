import { expect, test } from 'vitest'
import { parseExactJson, withoutBigints } from './exact-json.ts'

test.each([
  ['{"id":9007199254740993}', { id: 9007199254740993n }],
  ['[-12345678901234567890, 9007199254740991, 1e30]', [-12345678901234567890n, 9007199254740991, 1e30]],
  ['{"a \\" 99999999999999999999":"99999999999999999999"}', { 'a " 99999999999999999999': '99999999999999999999' }],
  ['1234567890123456.5', 1234567890123456.5],
  ['{"wait":0.30000000000000004,"id":9007199254740993}', { wait: 0.30000000000000004, id: 9007199254740993n }],
  ['[0.1234567890123456789, 1e-0000000000000000017]', [0.12345678901234568, 1e-17]],
  ['\ufeff{"state":"ok"}', { state: 'ok' }],
  ['\ufeff[99999999999999999999]', [99999999999999999999n]],
])('%s', (json, value) => {
  expect(parseExactJson(json)).toEqual(value)
})

test('integers that a number cannot hold are stored as text', () => {
  const plain = { a: [1, { b: 'x' }] }
  expect(withoutBigints(plain)).toBe(plain)
  expect(withoutBigints({ a: [5n, 9007199254740993n] })).toEqual({ a: [5, '9007199254740993'] })
})
