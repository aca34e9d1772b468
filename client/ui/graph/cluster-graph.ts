import { groupedBy } from '#shared/primitives/grouped-by.ts'
import {
  compareNodes,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type ShownGraph,
  type ShownNode,
} from './graph-data.ts'
import { spanningTree, type Reached } from './spanning-tree.ts'

export const shownMax = 300
const alikeMin = 5
export const openedAtOnce = 100

interface Likeness {
  readonly least: number
  readonly toKey: (node: GraphNode, at: Reached) => string
}

const toStateKey = ({ state, ghost }: GraphNode) => (ghost === undefined ? state : `${state}~${ghost}`)
const toTypeKey = (node: GraphNode) => `${node.type}~${toStateKey(node)}`

const likenesses: readonly Likeness[] = [
  { least: alikeMin, toKey: (node, { direction, steps }) => `${toTypeKey(node)}~${direction}~${steps}` },
  { least: 2, toKey: (node, { direction, steps }) => `${toTypeKey(node)}~${direction}~${steps}` },
  { least: 2, toKey: (node, { direction }) => `${toTypeKey(node)}~${direction}` },
  { least: 2, toKey: (node) => `~${toStateKey(node)}` },
]

interface Grouping {
  readonly nodes: readonly ShownNode[]
  readonly ownerById: ReadonlyMap<string, string>
}

const makeGroup = (id: string, members: readonly GraphNode[], isRest: boolean): ShownNode[] => {
  const [first] = members
  if (first === undefined) return []
  const { state, ghost } = first
  const type = members.every((member) => member.type === first.type) ? first.type : 'items'
  const group = { kind: 'group', id, type, state, count: members.length, firstId: first.id, isRest } as const
  return [ghost === undefined ? group : { ...group, ghost }]
}

const groupBy = (
  { nodes, rootId }: Graph,
  tree: ReadonlyMap<string, Reached>,
  { least, toKey }: Likeness,
  opened: (id: string) => number,
): Grouping => {
  const ownerById = new Map<string, string>()
  const shown: ShownNode[] = []
  const alike = groupedBy(nodes, (node) => {
    const at = tree.get(node.id)
    return at === undefined || node.id === rootId ? node.id : toKey(node, at)
  })
  for (const [key, similarNodes] of alike) {
    const members = similarNodes.toSorted(compareNodes)
    const singles = members.length < least ? members.length : opened(key)
    for (const node of members.slice(0, singles)) {
      shown.push({ kind: 'node', id: node.id, node })
      ownerById.set(node.id, node.id)
    }
    for (const { id } of members.slice(singles)) ownerById.set(id, key)
    shown.push(...makeGroup(key, members.slice(singles), singles > 0))
  }
  return { nodes: shown, ownerById }
}

const edgesBetween = (edges: readonly GraphEdge[], ownerById: ReadonlyMap<string, string>): readonly GraphEdge[] => {
  const drawn = new Map<string, GraphEdge>()
  for (const edge of edges) {
    const [source, target] = [ownerById.get(edge.source), ownerById.get(edge.target)]
    if (source === undefined || target === undefined || source === target) continue
    const key = JSON.stringify([source, target])
    const known = drawn.get(key)
    const isSoft = (edge.isSoft ?? false) && (known?.isSoft ?? true)
    const ghost = known === undefined || known.ghost === edge.ghost ? edge.ghost : undefined
    drawn.set(key, { source, target, isSoft, ...(ghost !== undefined && { ghost }) })
  }
  return [...drawn.values()]
}

/** `opened` counts how often each group was opened; unknown groups are closed. */
export const clusterGraph = (graph: Graph, opened: ReadonlyMap<string, number>): ShownGraph => {
  const tree = spanningTree(graph)
  const countSingles = (id: string) => (opened.get(id) ?? 0) * openedAtOnce
  let grouping: Grouping = { nodes: [], ownerById: new Map() }
  for (const likeness of likenesses) {
    grouping = groupBy(graph, tree, likeness, countSingles)
    if (groupBy(graph, tree, likeness, () => 0).nodes.length <= shownMax) break
  }
  return { nodes: grouping.nodes, edges: edgesBetween(graph.edges, grouping.ownerById) }
}
