import { expect, test } from 'vitest'
import { createListMemory } from '#shared/primitives/list-memory.ts'

interface Row {
  readonly n: number
}
const [a, b, c]: readonly [Row, Row, Row] = [{ n: 1 }, { n: 2 }, { n: 3 }]

const remembering = () => {
  const memory = createListMemory<Row, { readonly sum: number }>()
  const made: string[] = []
  const sumRows = (rows: readonly Row[]) =>
    memory(rows, (input) => {
      made.push(input.map(({ n }) => n).join())
      return { sum: input.reduce((sum, { n }) => sum + n, 0) }
    })
  return { made, sumRows }
}

test('reuses the result for a list of the same rows, also after other lists', () => {
  const { made, sumRows } = remembering()
  const first = sumRows([a, b])
  expect([sumRows([b, c]), sumRows([a, b])]).toEqual([{ sum: 5 }, { sum: 3 }])
  expect(sumRows([a, b])).toBe(first)
  expect(made).toEqual(['1,2', '2,3'])
})

test('a changed, added or removed row makes another list', () => {
  const { made, sumRows } = remembering()
  expect([[a, b], [a, c], [a], [a, c, b], [{ n: 1 }, c]].map((rows) => sumRows(rows).sum)).toEqual([3, 4, 1, 6, 4])
  expect(made).toEqual(['1,2', '1,3', '1', '1,3,2', '1,3'])
})

test('does not cache an empty list', () => {
  const { made, sumRows } = remembering()
  expect([sumRows([]), sumRows([])]).toEqual([{ sum: 0 }, { sum: 0 }])
  expect(made).toEqual(['', ''])
})
