import { expect, test } from 'vitest'
import { walkGraph } from './walk-graph.ts'
import type { GraphEdge, NodePositions } from './graph-data.ts'

const positions: NodePositions = new Map([
  ['a', { x: 0, y: 100 }],
  ['b', { x: 300, y: 0 }],
  ['c', { x: 300, y: 120 }],
  ['d', { x: 300, y: 240 }],
  ['e', { x: 600, y: 120 }],
])
const edges: GraphEdge[] = [
  { source: 'a', target: 'b' },
  { source: 'a', target: 'c' },
  { source: 'c', target: 'e' },
  { source: 'e', target: 'a' },
  { source: 'e', target: 'unplaced' },
]
const walk = (from: string, key: Parameters<typeof walkGraph>[1]) => walkGraph(from, key, { edges, positions })

test('right follows an edge and left goes against one, to the nearest node', () => {
  expect(walk('a', 'ArrowRight')).toBe('c')
  expect(walk('c', 'ArrowRight')).toBe('e')
  expect(walk('c', 'ArrowLeft')).toBe('a')
})

test('walks around a cycle', () => {
  expect(walk('e', 'ArrowRight')).toBe('a')
  expect(walk('a', 'ArrowLeft')).toBe('e')
})

test('up and down move within the column and stop at its ends', () => {
  expect([walk('c', 'ArrowUp'), walk('c', 'ArrowDown'), walk('b', 'ArrowUp'), walk('e', 'ArrowDown')]).toEqual([
    'b',
    'd',
    null,
    null,
  ])
  expect(walk('d', 'ArrowRight')).toBe(null)
  expect(walk('nobody', 'ArrowUp')).toBe(null)
})
