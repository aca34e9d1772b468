import { expect, test } from 'vitest'
import { listRows } from './list-rows.ts'
import type { Found } from './scraper-kind.ts'

const list = async (count: number, config: (row: number) => unknown) => {
  let read = 0
  const rows = async function* (): AsyncGenerator<Found> {
    for (; read < count; read += 1) yield await Promise.resolve({ kind: 'item', config: config(read), known: {} })
  }
  const found: Found[] = []
  for await (const each of listRows(rows())) found.push(each)
  return { found, read }
}

test('all rows are one list', async () => {
  const { found } = await list(3, (row) => ({ row }))
  expect(found).toEqual([{ kind: 'item', config: [{ row: 0 }, { row: 1 }, { row: 2 }], known: {} }])
})

test.each([
  ['100,000 rows', 200_000, (row: number) => row, 100_000],
  ['32 MB', 50, () => 'x'.repeat(1024 * 1024), 31],
])('reads no more than %s and reports that the rest is missing', async (_limit, count, config, length) => {
  const { found, read } = await list(count, config)
  expect(read).toBe(length)
  expect(found).toEqual([
    { kind: 'item', config: expect.objectContaining({ length }), known: {} },
    {
      kind: 'error',
      reason: `The script got only the first ${length} rows of the result (at most 100000 rows and 32 MB). Return fewer rows from the query.`,
    },
  ])
})
