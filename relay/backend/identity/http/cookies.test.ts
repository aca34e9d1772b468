import { expect, test } from 'vitest'
import { csrfCookieName, readCookie } from './cookies.ts'

test.each([
  ['session=abc', 'abc'],
  ['a=1; session=abc; b=2', 'abc'],
  ['a=1;session=abc', 'abc'],
  ['session=a=b', 'a=b'],
  ['session=', ''],
  ['xsession=abc', undefined],
  ['session', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads the cookie in %j as %j', (header, expected) => {
  expect(readCookie(header, 'session')).toBe(expected)
})

test('names the CSRF cookie after the address of the service', () => {
  expect(csrfCookieName('http://127.0.0.1:4600/api/.ory')).toMatch(/^csrf_token_[\da-f]{64}$/)
  expect(csrfCookieName('http://127.0.0.1:4600/api/.ory')).not.toBe(csrfCookieName('http://127.0.0.1:4601/api/.ory'))
})
