import { expect, test } from 'vitest'
import { formatArrayLiteral, parseArrayLiteral } from './array-literal.ts'

const asIs = (text: string): string => text

test('reads quotes, backslashes, nulls and nested lists', () => {
  expect(parseArrayLiteral('{a,"b \\"c\\" \\\\,}",NULL,"NULL"}', asIs)).toEqual(['a', 'b "c" \\,}', null, 'NULL'])
  expect(parseArrayLiteral('{{1,2},{3,4}}', Number)).toEqual([
    [1, 2],
    [3, 4],
  ])
  expect(parseArrayLiteral('{}', asIs)).toEqual([])
  expect(parseArrayLiteral('[0:1]={5,6}', Number)).toEqual([5, 6])
})

test('round-trips values', () => {
  const odd = ['', ' ', 'null', 'NULL', '{', '}', ',', '"', '\\', '\n', 'ä€😀']
  const literal = formatArrayLiteral([...odd, null, [...odd]], (item) => (typeof item === 'string' ? item : null))
  expect(parseArrayLiteral(literal, asIs)).toEqual([...odd, null, odd])
})
