import { compareNodes, type Graph, type GraphNode } from './graph-data.ts'
import { listNeighbours, spanningTree } from './spanning-tree.ts'

export interface TreeRow {
  readonly key: string
  readonly node: GraphNode
  readonly level: number
  readonly direction: 'outgoing' | 'incoming' | null
  readonly children: number
  readonly isOpen: boolean
  readonly isElsewhere: boolean
}

type Parent = Pick<Pending, 'id' | 'level' | 'parentKey'>

interface Pending {
  readonly id: string
  readonly parentKey: string
  readonly level: number
  readonly direction: TreeRow['direction']
  readonly isElsewhere: boolean
}

/** Children are listed once, where a node is nearest to the root, so that cycles end. */
export const treeRows = (graph: Graph, closed: ReadonlySet<string>): readonly TreeRow[] => {
  const { targets, sources } = listNeighbours(graph)
  const tree = spanningTree(graph)
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const listChildren = ({ id, level, parentKey }: Parent, direction: 'outgoing' | 'incoming'): Pending[] => {
    const ids = (direction === 'outgoing' ? targets : sources).get(id) ?? []
    return ids
      .flatMap((child) => byId.get(child) ?? [])
      .toSorted(compareNodes)
      .map((child) => {
        const at = tree.get(child.id)
        const isElsewhere = at?.via !== id || at.direction !== direction
        return { id: child.id, parentKey, level, direction, isElsewhere }
      })
  }
  const rows: TreeRow[] = []
  const pending: Pending[] = [...tree]
    .filter(([, { via }]) => via === null)
    .map(([id]) => ({ id, parentKey: '', level: 1, direction: null, isElsewhere: false }))
    .toReversed()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { id, parentKey, level, direction, isElsewhere } = next
    const node = byId.get(id)
    if (node === undefined) continue
    const key = `${parentKey}/${direction === 'incoming' ? '-' : ''}${id}`
    const ways = direction === null ? (['outgoing', 'incoming'] as const) : [direction]
    const children = isElsewhere
      ? []
      : ways.flatMap((way) => listChildren({ id, level: level + 1, parentKey: key }, way))
    const isOpen = children.length > 0 && !closed.has(key)
    rows.push({ key, node, level, direction, children: children.length, isOpen, isElsewhere })
    if (isOpen) pending.push(...children.toReversed())
  }
  return rows
}
