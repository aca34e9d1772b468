import fc from 'fast-check'
import { expect, test } from 'vitest'
import { walkFrom, wayTo } from './near-resources.ts'

type Pair = readonly [string, string]
const walk = (pairs: readonly Pair[], start: readonly string[]) => {
  const database = {
    query: async (_sql: string, [frontier]: [readonly string[]]) => ({
      rows: pairs
        .filter(([a, b]) => frontier.includes(a) || frontier.includes(b))
        .map(([a, b]) => ({ a_kind: 'component', a, b_kind: 'config', b })),
    }),
  }
  return walkFrom(
    database as never,
    start.map((id) => ({ kind: 'check', id })),
  )
}

test('finds the shortest path, in either direction of an edge', async () => {
  const { near } = await walk(
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['d', 'c'],
    ],
    ['a'],
  )
  expect([...near.values()].map(({ id, steps }) => [id, steps])).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 1],
    ['d', 2],
  ])
  expect(wayTo(near, 'd')).toEqual(['a', 'c', 'd'])
  expect(wayTo(near, 'a')).toEqual(['a'])
  expect(wayTo(near, 'unknown')).toEqual([])
})

test('stops after four steps', async () => {
  const { near } = await walk(
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
      ['d', 'e'],
      ['e', 'f'],
    ],
    ['a'],
  )
  expect([...near.keys()]).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('finds nothing without a start', async () => {
  expect(await walk([['a', 'b']], [])).toEqual({ near: new Map(), isCut: false })
})

test('every path begins at a start and has as many edges as steps', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids))), async (pairs) => {
      const { near } = await walk(pairs, ['a', 'b'])
      const isEdge = (from: string, to: string) =>
        pairs.some(([a, b]) => (a === from && b === to) || (a === to && b === from))
      for (const { id, steps } of near.values()) {
        const way = wayTo(near, id)
        expect([way.length - 1, way.at(-1)]).toEqual([steps, id])
        expect(['a', 'b']).toContain(way[0])
        for (const [index, to] of way.slice(1).entries()) expect(isEdge(way[index] ?? '', to)).toBe(true)
      }
    }),
  )
})
