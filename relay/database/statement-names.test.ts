import { expect, test } from 'vitest'
import { createStatementNames } from './statement-names.ts'

test('names a statement from its second time on, always the same', () => {
  const findName = createStatementNames({ namesMax: 2, seenMax: 10 })
  const times = ['a', 'b', 'a', 'a', 'b', 'c', 'c', 'c']
  expect(times.map(findName)).toEqual([
    undefined,
    undefined,
    'read_0',
    'read_0',
    'read_1',
    undefined,
    undefined,
    undefined,
  ])
})

test('remembers a limited number of statements that came once', () => {
  const findName = createStatementNames({ namesMax: 10, seenMax: 2 })
  expect(['a', 'b', 'c', 'a', 'c'].map(findName)).toEqual([undefined, undefined, undefined, undefined, 'read_0'])
})
