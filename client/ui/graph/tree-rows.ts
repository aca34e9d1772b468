import { compareNodes, type Graph, type GraphNode } from './graph-data.ts'
import { listNeighbours, spanningTree } from './spanning-tree.ts'

/** One line of a graph as a text tree. */
export interface TreeRow {
  /** The way from the top of the tree, which no other line has. */
  readonly key: string
  readonly node: GraphNode
  /** From 1 on. */
  readonly level: number
  readonly direction: 'outgoing' | 'incoming' | null
  readonly children: number
  readonly isOpen: boolean
  /** What it leads to is listed where it is nearer to the top. */
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

/**
 * A graph as a tree: below the root what it leads to, then what leads to it, trouble first. Each node has its children below it
 * once, where it is nearest to the root, so that circles end. `closed` holds the keys of lines whose children are not listed.
 */
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
