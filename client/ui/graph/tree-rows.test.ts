import { expect, test } from 'vitest'
import type { Graph } from './graph-data.ts'
import { treeRows, type TreeRow } from './tree-rows.ts'

const makeGraph = (rootId: string | null, links: readonly string[], worst = ''): Graph => {
  const edges = links.map((link) => {
    const [source = '', target = ''] = link.split('>')
    return { source, target }
  })
  const ids = new Set([
    ...(rootId === null ? [] : [rootId]),
    ...edges.flatMap(({ source, target }) => [source, target]),
  ])
  const nodes = [...ids].map((id) => ({
    id,
    name: id,
    type: 'App',
    state: id === worst ? ('unhealthy' as const) : ('healthy' as const),
  }))
  return { rootId, nodes, edges }
}
const drawn = (rows: readonly TreeRow[]) =>
  rows.map(({ node, level, direction, isElsewhere }) => {
    const arrow = direction === null ? '' : direction === 'outgoing' ? '→ ' : '← '
    return `${'  '.repeat(level - 1)}${arrow}${node.name}${isElsewhere ? ' …' : ''}`
  })

test('lists outgoing nodes first, then incoming ones, each with failing nodes first', () => {
  expect(drawn(treeRows(makeGraph('me', ['me>a', 'me>z', 'a>b', 'up>me', 'top>up'], 'z'), new Set()))).toEqual([
    'me',
    '  → z',
    '  → a',
    '    → b',
    '  ← up',
    '    ← top',
  ])
})

test('terminates on cycles, and lists a node with several parents in full where it is nearest', () => {
  expect(drawn(treeRows(makeGraph('me', ['me>a', 'me>b', 'a>c', 'b>c', 'c>d', 'c>a', 'd>d']), new Set()))).toEqual([
    'me',
    '  → a',
    '    → c',
    '      → a …',
    '      → d',
    '  → b',
    '    → c …',
  ])
})

test('a closed line hides its descendants and shows their number', () => {
  const graph = makeGraph('me', ['me>a', 'a>b', 'a>c'])
  const rows = treeRows(graph, new Set(['/me/a']))
  expect(drawn(rows)).toEqual(['me', '  → a'])
  expect(rows.map(({ children, isOpen }) => [children, isOpen])).toEqual([
    [1, true],
    [2, false],
  ])
})

test('without a root starts at nodes without incoming edges, and lists a chain of 20,000', () => {
  expect(drawn(treeRows(makeGraph(null, ['a>b', 'c>b', 'x>y', 'y>x']), new Set()))).toEqual([
    'a',
    '  → b',
    'c',
    '  → b …',
    'x',
    '  → y',
    '    → x …',
    '  ← y …',
  ])
  const chain = Array.from({ length: 20_000 }, (_, i) => `n${i}>n${i + 1}`)
  expect(treeRows(makeGraph('n0', chain), new Set()).at(-1)?.level).toBe(20_001)
})
