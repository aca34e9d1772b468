import { expect, test } from 'vitest'
import { createInParts } from '#shared/primitives/in-parts.ts'

interface Row {
  readonly n: number
}
const rows: readonly Row[] = Array.from({ length: 40 }, (_, n) => ({ n }))

const summing = () => {
  const reads: number[] = []
  return {
    reads,
    sum: (part: readonly Row[]) => {
      reads.push(part[0]?.n ?? -1)
      return part.reduce((total, { n }) => total + n, 0)
    },
  }
}

test('reads a list in parts, and reads only changed parts of the next one', () => {
  const inParts = createInParts<Row, number>()
  const { reads, sum } = summing()
  expect(inParts(rows, sum)).toEqual([120, 376, 284])
  expect(inParts(rows.with(20, { n: 1_020 }), sum)).toEqual([120, 1_376, 284])
  expect(reads).toEqual([0, 16, 32, 16])
})

test('reads a longer or shorter list from the first difference', () => {
  const inParts = createInParts<Row, number>()
  const { reads, sum } = summing()
  inParts(rows, sum)
  expect(inParts(rows.slice(0, 33), sum)).toEqual([120, 376, 32])
  expect(inParts([...rows, { n: 40 }], sum)).toEqual([120, 376, 324])
  expect(inParts([], sum)).toEqual([])
  expect(reads).toEqual([0, 16, 32, 32, 32])
})

test('another read function reads everything', () => {
  const inParts = createInParts<Row, number>()
  inParts(rows, summing().sum)
  expect(inParts(rows, (part) => part.length)).toEqual([16, 16, 8])
})
