import { expect, test } from 'vitest'
import { keepPositions } from './keep-positions.ts'
import { nodeSize, type NodePositions } from './graph-data.ts'

const { height, gap } = nodeSize
const pitch = height + gap
const column = (ids: readonly string[], x = 0): [string, { x: number; y: number }][] =>
  ids.map((id, index) => [id, { x, y: index * pitch }])

test('remaining nodes keep their positions when others disappear', () => {
  const before: NodePositions = new Map(column(['a', 'b', 'c']))
  expect(keepPositions(before, new Map(column(['a', 'c'])), 'a')).toEqual(
    new Map([
      ['a', { x: 0, y: 0 }],
      ['c', { x: 0, y: 2 * pitch }],
    ]),
  )
})

test('a new node goes beside its neighbour in the layout, without overlap', () => {
  const before: NodePositions = new Map([...column(['a', 'b', 'c']), ['d', { x: 300, y: 0 }]])
  const laidOut: NodePositions = new Map([...column(['a', 'new', 'b', 'c']), ['d', { x: 300, y: 0 }]])
  const positions = keepPositions(before, laidOut, 'a')
  for (const id of before.keys()) expect(positions.get(id)).toEqual(before.get(id))
  const taken = [...positions].filter(([, { x }]) => x === 0).map(([, { y }]) => y)
  expect(taken.toSorted((a, b) => a - b)).toEqual([0, pitch, 2 * pitch, 3 * pitch])
})

test('with mostly new nodes uses the new layout, and the anchor keeps its position', () => {
  const before: NodePositions = new Map([['a', { x: 500, y: 40 }]])
  const positions = keepPositions(before, new Map(column(['a', 'b', 'c'])), 'a')
  expect([...positions.values()]).toEqual([
    { x: 500, y: 40 },
    { x: 500, y: 40 + pitch },
    { x: 500, y: 40 + 2 * pitch },
  ])
})

test('nodes never overlap, however many are added', () => {
  let positions: NodePositions = new Map(column(['n0', 'n1']))
  for (let count = 3; count < 40; count += 1) {
    const ids = Array.from({ length: count }, (_, i) => `n${count - 1 - i}`)
    positions = keepPositions(positions, new Map(column(ids)), 'n0')
    const all = [...positions.values()].map(({ y }) => y).toSorted((a, b) => a - b)
    expect(all.every((y, i) => i === 0 || y - (all[i - 1] ?? 0) >= height)).toBe(true)
    expect(all.length).toBe(count)
  }
})
