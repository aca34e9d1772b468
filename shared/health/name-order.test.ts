import { expect, test } from 'vitest'
import type { CheckRow } from '#shared/health/check-row.ts'
import { checkRow } from '#shared/testing/check-row.ts'
import { byName } from '#shared/health/name-order.ts'

const toMap = (...rows: CheckRow[]) => new Map(rows.map((row) => [row.id, row]))
const [node2, node10, apple] = [
  checkRow({ id: '2', name: 'node 2' }),
  checkRow({ id: '10', name: 'node 10' }),
  checkRow({ id: 'a', name: 'Apple' }),
]

test('sorts checks by name, with numbers by value', () => {
  expect(byName(toMap(node10, node2, apple), [])).toEqual([apple, node2, node10])
})

test('new results keep the order and show the new rows; a new name or check sorts again', () => {
  const before = [apple, node2, node10]
  const failed = { ...node2, status: 'unhealthy' }
  expect(byName(toMap(node10, failed, apple), before)).toEqual([apple, failed, node10])
  const renamed = { ...node10, name: 'aardvark' }
  expect(byName(toMap(renamed, node2, apple), before)).toEqual([renamed, apple, node2])
  expect(byName(toMap(apple, node2), before)).toEqual([apple, node2])
})
