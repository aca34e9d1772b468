import { expect, test } from 'vitest'
import { pushedTable, pushedTables } from './pushed-tables.ts'

test('lists every relation after those that its rows refer to', () => {
  for (const [index, { name, refs }] of pushedTables.entries()) {
    const before = pushedTables.slice(0, index).map((table) => table.name)
    expect([...before, name]).toEqual(expect.arrayContaining(Object.values(refs)))
  }
})

test('every key and sort column is a column that is reported', () => {
  for (const { key, refs, columns, sortedBy } of pushedTables) {
    const reported = ['id', ...Object.keys(refs), ...Object.keys(columns)]
    expect(reported).toEqual(expect.arrayContaining([...key, sortedBy]))
  }
})

test('a relation that is not reported is unknown', () => {
  expect(pushedTable('checks')?.name).toBe('checks')
  expect([pushedTable('people'), pushedTable('constructor'), pushedTable('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
