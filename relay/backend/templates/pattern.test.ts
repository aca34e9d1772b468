import { expect, test } from 'vitest'
import { toRegex, replaceMatches } from './pattern.ts'

test('parses patterns as Go does', () => {
  const pattern = toRegex('(?i)(?P<name>[a-z]+)-(\\d{2,})')
  expect(pattern.exec('x Ab-12')?.slice(0, 3)).toEqual(['Ab-12', 'Ab', '12'])
  expect(toRegex('(?s)^a.b$').test('a\nb')).toBe(true)
  expect(toRegex('\\Aab\\z').test('ab')).toBe(true)
})

test.each([
  ['(a', 'missing closing )'],
  ['a(?=b)', 'invalid or unsupported Perl syntax'],
  ['(a)\\1', 'invalid escape sequence'],
  ['(((a{100}){100}){100})', 'invalid repeat count'],
  ['a'.repeat(4_001), 'a regular expression has at most 4000 characters'],
])('rejects %.30s', (source, reason) => {
  expect(() => toRegex(source)).toThrow(reason)
})

test.each([
  ['$2-${1}', 'b-a b-a'],
  ['${last}$$', 'b$ b$'],
  ['$1x', ' '],
])('replaces by %s as Go does', (replacement, expected) => {
  expect(replaceMatches(toRegex('(a)(?P<last>b)'), 'ab ab', replacement)).toBe(expected)
})
