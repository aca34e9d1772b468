import { expect, test } from 'vitest'
import { sameJson } from './same-json.ts'

test.each([
  [
    { a: 1, b: [1, { c: null }] },
    { b: [1, { c: null }], a: 1 },
  ],
  [[], []],
  ['x', 'x'],
  [null, null],
])('%j equals %j', (a, b) => {
  expect(sameJson(a, b)).toBe(true)
})

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { a: 1, b: 1 }],
  [{ a: 1, b: 1 }, { a: 1 }],
  [{ a: undefined }, { b: undefined }],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, 2]],
  [[], {}],
  [null, {}],
  [0, '0'],
  [undefined, {}],
])('%j differs from %j', (a, b) => {
  expect(sameJson(a, b)).toBe(false)
})
