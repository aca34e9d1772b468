import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demandBounds, JsonBoundError, parseBoundedJson, type JsonBounds } from './bounded-json.ts'

const countLevels = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(countLevels)) : 0
const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, member) => sum + countValues(member), 1)
    : 1
const isWithin = (json: string, bounds: Partial<JsonBounds>): boolean => {
  try {
    demandBounds(json, { depthMax: Infinity, valuesMax: Infinity, namesMax: Infinity, ...bounds })
    return true
  } catch (error) {
    if (error instanceof JsonBoundError) return false
    throw error
  }
}

test('counts levels exactly, regardless of brackets in strings', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ noUnicodeString: false }),
      fc.integer({ min: 0, max: 6 }),
      fc.boolean(),
      (value, depthMax, spaced) => {
        const json = JSON.stringify(value, null, spaced ? 2 : undefined)
        expect(isWithin(json, { depthMax })).toBe(countLevels(value) <= depthMax)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('counts at least the number of values, and at most twice as many', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(typeof value === 'object' && value !== null)
      const [json, count] = [JSON.stringify(value), countValues(value)]
      expect(isWithin(json, { valuesMax: count * 2 })).toBe(true)
      expect(isWithin(json, { valuesMax: Math.ceil(count / 2) - 1 })).toBe(false)
    }),
    { numRuns: 3_000 },
  )
})

const namesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(namesIn)]
    : []

test('counts different names exactly', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 6 }), fc.boolean(), (value, namesMax, spaced) => {
      const names = new Set(namesIn(value))
      const json = JSON.stringify(value, null, spaced ? 2 : undefined)
      expect(isWithin(json, { namesMax })).toBe(names.size <= namesMax)
    }),
    { numRuns: 1_000 },
  )
})

test('throws no other error, for any text', () => {
  const piece = fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', ':', '1', 'a', ' ')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      expect([true, false]).toContain(isWithin(pieces.join(''), { depthMax: 5, valuesMax: 10 }))
    }),
    { numRuns: 3_000 },
  )
})

test.each([
  ['['.repeat(65) + ']'.repeat(65), 'The JSON is nested deeper than 64 levels.'],
  ['{"a":'.repeat(100_000), 'The JSON is nested deeper than 64 levels.'],
  [`[${'0,'.repeat(200_000)}0]`, 'The JSON has more than 200000 values.'],
  [`[${'[],'.repeat(100_000)}0]`, 'The JSON has more than 200000 values.'],
  [
    JSON.stringify(Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`n${index}`, 0]))),
    'The JSON has more than 10000 different names.',
  ],
])('rejects %.10s…', (json, message) => {
  expect(() => parseBoundedJson(json)).toThrow(new JsonBoundError(message))
})

test('parses JSON within the bounds', () => {
  expect(parseBoundedJson('{"a":["[[[",{"b\\\\":"\\""}]}')).toEqual({ a: ['[[[', { 'b\\': '"' }] })
  expect(() => parseBoundedJson('{')).toThrow(SyntaxError)
})
