import { expect, test } from 'vitest'
import { createListMemory } from '#shared/primitives/list-memory.ts'

interface Row {
  readonly n: number
}
const [a, b, c]: readonly [Row, Row, Row] = [{ n: 1 }, { n: 2 }, { n: 3 }]

const remembering = () => {
  const memory = createListMemory<Row, { readonly sum: number }>()
  const made: string[] = []
  const sumOf = (rows: readonly Row[]) =>
    memory(rows, (given) => {
      made.push(given.map(({ n }) => n).join())
      return { sum: given.reduce((sum, { n }) => sum + n, 0) }
    })
  return { made, sumOf }
}

test('the same is made of a list of the same rows, whatever came in between', () => {
  const { made, sumOf } = remembering()
  const first = sumOf([a, b])
  expect([sumOf([b, c]), sumOf([a, b])]).toEqual([{ sum: 5 }, { sum: 3 }])
  expect(sumOf([a, b])).toBe(first)
  expect(made).toEqual(['1,2', '2,3'])
})

test('another row, one more and one less are another list', () => {
  const { made, sumOf } = remembering()
  expect([[a, b], [a, c], [a], [a, c, b], [{ n: 1 }, c]].map((rows) => sumOf(rows).sum)).toEqual([3, 4, 1, 6, 4])
  expect(made).toEqual(['1,2', '1,3', '1', '1,3,2', '1,3'])
})

test('nothing is remembered of an empty list', () => {
  const { made, sumOf } = remembering()
  expect([sumOf([]), sumOf([])]).toEqual([{ sum: 0 }, { sum: 0 }])
  expect(made).toEqual(['', ''])
})
