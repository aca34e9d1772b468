import { expect, test } from 'vitest'
import { keepPlaces } from './keep-places.ts'
import { nodeSize, type Places } from './graph-data.ts'

const { height, gap } = nodeSize
const pitch = height + gap
const column = (ids: readonly string[], x = 0): [string, { x: number; y: number }][] =>
  ids.map((id, index) => [id, { x, y: index * pitch }])

test('nodes that stay stay where they are when others go', () => {
  const before: Places = new Map(column(['a', 'b', 'c']))
  expect(keepPlaces(before, new Map(column(['a', 'c'])), 'a')).toEqual(
    new Map([
      ['a', { x: 0, y: 0 }],
      ['c', { x: 0, y: 2 * pitch }],
    ]),
  )
})

test('a new node goes beside what it is laid out next to, and onto nobody', () => {
  const before: Places = new Map([...column(['a', 'b', 'c']), ['d', { x: 300, y: 0 }]])
  const laidOut: Places = new Map([...column(['a', 'new', 'b', 'c']), ['d', { x: 300, y: 0 }]])
  const places = keepPlaces(before, laidOut, 'a')
  for (const id of before.keys()) expect(places.get(id)).toEqual(before.get(id))
  const taken = [...places].filter(([, { x }]) => x === 0).map(([, { y }]) => y)
  expect(taken.toSorted((a, b) => a - b)).toEqual([0, pitch, 2 * pitch, 3 * pitch])
})

test('where most are new the layout is new, and what it starts from stays where it was', () => {
  const before: Places = new Map([['a', { x: 500, y: 40 }]])
  const places = keepPlaces(before, new Map(column(['a', 'b', 'c'])), 'a')
  expect([...places.values()]).toEqual([
    { x: 500, y: 40 },
    { x: 500, y: 40 + pitch },
    { x: 500, y: 40 + 2 * pitch },
  ])
})

test('no two nodes stand on each other, however many come', () => {
  let places: Places = new Map(column(['n0', 'n1']))
  for (let count = 3; count < 40; count += 1) {
    const ids = Array.from({ length: count }, (_, i) => `n${count - 1 - i}`)
    places = keepPlaces(places, new Map(column(ids)), 'n0')
    const all = [...places.values()].map(({ y }) => y).toSorted((a, b) => a - b)
    expect(all.every((y, i) => i === 0 || y - (all[i - 1] ?? 0) >= height)).toBe(true)
    expect(all.length).toBe(count)
  }
})
