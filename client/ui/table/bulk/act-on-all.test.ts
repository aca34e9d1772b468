import { expect, test } from 'vitest'
import { actOnAll } from './act-on-all.ts'

test('acts on every row once, at most four at a time, and returns the failures', async () => {
  const acted: number[] = []
  let running = 0
  let most = 0
  const failures = await actOnAll([1, 2, 3, 4, 5, 6, 7, 8, 9], async (row) => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    acted.push(row)
    if (row % 4 === 0) throw new Error(`no ${row}`)
  })
  expect(acted.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(most).toBe(4)
  expect(failures.map(({ row, error }) => [row, error.message])).toEqual([
    [4, 'no 4'],
    [8, 'no 8'],
  ])
})
