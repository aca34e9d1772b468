import { expect, test } from 'vitest'
import { remainingFilter, matchesFields } from './matches-fields.ts'

test.each([
  [{}, {}, true],
  [{ level: ['error', 'warn'] }, {}, true],
  [{ level: ['info'] }, {}, false],
  [{ level: ['error'], pod: ['b'] }, {}, false],
  [{}, { pod: ['a'] }, false],
  [{}, { pod: ['b'] }, true],
  [{ zone: [''] }, {}, true],
  [{}, { zone: [''] }, false],
])('a line of pod a with level error, include %j and exclude %j', (include, exclude, matches) => {
  expect(matchesFields({ level: 'error', pod: 'a' }, { include, exclude })).toBe(matches)
})

test('does not require a line to have the labels of its location', () => {
  const filter = { include: { app: ['shop'], level: ['error'] }, exclude: { app: ['store'] } }
  expect(remainingFilter(filter, { app: 'shop' })).toEqual({ include: { level: ['error'] }, exclude: {} })
  expect(remainingFilter(filter, { app: 'store' })).toBeUndefined()
  expect(remainingFilter(filter, {})).toEqual(filter)
})
