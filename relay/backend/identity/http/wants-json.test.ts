import { expect, test } from 'vitest'
import { wantsJson } from './wants-json.ts'

test.each([
  ['application/json, text/plain, */*', undefined, true],
  ['application/json', undefined, true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', undefined, false],
  ['*/*', undefined, false],
  [undefined, undefined, false],
  ['', undefined, false],
  ['text/html;q=0.1, application/json;q=0.9', undefined, true],
  ['application/json;q=0, */*', undefined, false],
  ['image/png', undefined, false],
  ['text/plain', undefined, false],
  ['text/html', 'application/json', true],
  ['text/html', 'application/json; charset=utf-8', false],
  ['text/html', 'application/x-www-form-urlencoded', false],
])('for Accept %j and content type %j responds with JSON: %s', (accept, contentType, expected) => {
  expect(wantsJson(accept, contentType)).toBe(expected)
})
