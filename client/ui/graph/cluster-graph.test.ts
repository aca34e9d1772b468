import { expect, test } from 'vitest'
import { clusterGraph, openedAtOnce, shownMax } from './cluster-graph.ts'
import type { Graph, GraphEdge, GraphNode, ShownNode } from './graph-data.ts'

const node = (id: string, type: string, more: Partial<GraphNode> = {}): GraphNode => ({
  id,
  name: id,
  type,
  state: 'healthy',
  ...more,
})
const fan = (
  count: number,
  type: string,
  more: Partial<GraphNode> = {},
): { nodes: GraphNode[]; edges: GraphEdge[] } => {
  const nodes = Array.from({ length: count }, (_, i) => node(`${type} ${String(i).padStart(4, '0')}`, type, more))
  return { nodes, edges: nodes.map(({ id }) => ({ source: 'root', target: id })) }
}
const makeGraph = (...parts: { nodes: GraphNode[]; edges: GraphEdge[] }[]): Graph => ({
  rootId: 'root',
  nodes: [node('root', 'Root'), ...parts.flatMap(({ nodes }) => nodes)],
  edges: parts.flatMap(({ edges }) => edges),
})
const describe = (shown: readonly ShownNode[]) =>
  shown.map((each) =>
    each.kind === 'node' ? each.id : `${each.count}${each.isRest ? ' more' : ''} × ${each.type}, ${each.state}`,
  )

test('groups five similar nodes at one distance, but not fewer, and not failing ones', () => {
  const pods = fan(6, 'Pod')
  const broken = fan(5, 'Broken', { type: 'Pod', state: 'unhealthy' })
  const shown = clusterGraph(makeGraph(pods, broken, fan(4, 'Node')), new Map())
  expect(describe(shown.nodes)).toEqual([
    'root',
    '6 × Pod, healthy',
    '5 × Pod, unhealthy',
    'Node 0000',
    'Node 0001',
    'Node 0002',
    'Node 0003',
  ])
  expect(shown.edges.length).toBe(6)
})

test('an opened group shows its members, worst severity first, up to a limit', () => {
  const graph = makeGraph(fan(openedAtOnce + 20, 'Pod'))
  const [, group] = clusterGraph(graph, new Map()).nodes
  const id = group?.id ?? ''
  const once = clusterGraph(graph, new Map([[id, 1]]))
  expect(describe(once.nodes).slice(0, 2)).toEqual(['root', 'Pod 0000'])
  expect(describe(once.nodes).at(-1)).toBe('20 more × Pod, healthy')
  expect(once.nodes.at(-1)?.id).toBe(id)
  expect(clusterGraph(graph, new Map([[id, 2]])).nodes.length).toBe(openedAtOnce + 21)
  expect(clusterGraph(graph, new Map([['another', 1]])).nodes).toEqual(clusterGraph(graph, new Map()).nodes)
})

test('edges between groups merge, soft only if all are soft, and none stays inside its group', () => {
  const pods = fan(5, 'Pod')
  const nodes = Array.from({ length: 5 }, (_, i) => node(`node ${i}`, 'Node'))
  const edges: GraphEdge[] = pods.nodes.flatMap((pod, i) => [
    { source: pod.id, target: `node ${i}`, isSoft: true },
    { source: pod.id, target: pods.nodes[(i + 1) % 5]?.id ?? '' },
  ])
  const soft = clusterGraph(makeGraph(pods, { nodes, edges }), new Map())
  expect(describe(soft.nodes)).toEqual(['root', '5 × Pod, healthy', '5 × Node, healthy'])
  expect(soft.edges.map(({ isSoft }) => isSoft)).toEqual([false, true])
  const hard = clusterGraph(
    makeGraph(pods, { nodes, edges: [...edges, { source: 'Pod 0000', target: 'node 1' }] }),
    new Map(),
  )
  expect(hard.edges.map(({ isSoft }) => isSoft)).toEqual([false, false])
})

test('5,000 nodes of 1,000 types stay below the drawing limit, and each is shown or grouped', () => {
  const many = fan(5_000, 'Pod')
  const nodes = many.nodes.map(({ id }, i) => node(id, `Type ${i % 1_000}`))
  const shown = clusterGraph(makeGraph({ ...many, nodes }), new Map())
  expect(shown.nodes.length).toBeLessThanOrEqual(shownMax)
  const counted = shown.nodes.reduce((sum, each) => sum + (each.kind === 'node' ? 1 : each.count), 0)
  expect(counted).toBe(5_001)
})

test('draws no nodes and one node as they are, and ignores edges to unknown nodes', () => {
  expect(clusterGraph({ rootId: null, nodes: [], edges: [] }, new Map())).toEqual({ nodes: [], edges: [] })
  const alone = clusterGraph(
    { rootId: 'root', nodes: [node('root', 'Root')], edges: [{ source: 'root', target: 'x' }] },
    new Map(),
  )
  expect([describe(alone.nodes), alone.edges]).toEqual([['root'], []])
})
