import { expect, test } from 'vitest'
import { diffRows } from './diff-rows.ts'

const rows = (...of: { id: string; n: number }[]) => new Map(of.map((row) => [row.id, row]))
const before = rows({ id: 'a', n: 1 }, { id: 'b', n: 1 }, { id: 'c', n: 1 })

test('lists new and changed rows and the keys of removed ones', () => {
  const after = rows({ id: 'a', n: 1 }, { id: 'b', n: 2 }, { id: 'd', n: 1 })
  expect(diffRows(before, after)).toEqual({
    put: [
      { id: 'b', n: 2 },
      { id: 'd', n: 1 },
    ],
    drop: ['c'],
  })
})

test('returns null for equal rows in another order', () => {
  expect(diffRows(before, rows({ id: 'c', n: 1 }, { id: 'a', n: 1 }, { id: 'b', n: 1 }))).toBeNull()
})
