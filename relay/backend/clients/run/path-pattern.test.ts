import { expect, test } from 'vitest'
import { compilePath, compileSegment } from './path-pattern.ts'

test.each([
  ['/a/{b/c,d}/*.yaml', ['/a/b/c/x.yaml', '/a/d/x.yaml'], ['/a/b/x.yaml', '/a/d/x/y.yaml']],
  ['/a/**/[!x]?.json', ['/a/y1.json', '/a/b/c/y1.json'], ['/a/x1.json', '/a/y.json']],
  ['/a/\\*.txt', ['/a/*.txt'], ['/a/b.txt']],
])('%s matches %j, not %j', (pattern, matching, others) => {
  const matches = compilePath(pattern)
  expect(matching.filter((path) => !matches(path))).toEqual([])
  expect(others.filter(matches)).toEqual([])
})

test('a pattern whose alternatives multiply is rejected', () => {
  expect(() => compilePath('{a/b,c}'.repeat(40))).toThrow('The path pattern has more than 1000 alternatives.')
})

test.each([compilePath, compileSegment])('a pattern longer than any path is rejected', (compile) => {
  expect(() => compile('['.repeat(100_000))).toThrow('The path pattern has more than 4096 characters.')
})
