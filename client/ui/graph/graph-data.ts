import type { State } from '#client/ui/state-mark.tsx'

/** Of two moments that are compared something is there at the earlier one alone, or at the later one alone. */
type Ghost = 'gone' | 'added'
/** What is there at both may be another by what it says of itself. */
type NodeGhost = Ghost | 'changed'

/** One thing of a graph. */
export interface GraphNode {
  readonly id: string
  readonly name: string
  /** What it is: nodes of one type and state may be drawn as one. */
  readonly type: string
  readonly state: State
  /** A few words on how it is. */
  readonly note?: string
  /** Drawn only because it leads to others. */
  readonly isFaded?: boolean
  readonly ghost?: NodeGhost
}

/** What `source` leads to. */
export interface GraphEdge {
  readonly source: string
  readonly target: string
  readonly isSoft?: boolean
  readonly ghost?: Ghost
}

/** Nodes with the edges between them; an edge to what is no node is none. Everything is seen from `rootId`, where there is one. */
export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly rootId: string | null
}

/** Several nodes that are drawn as one. */
export interface GroupNode {
  readonly kind: 'group'
  readonly id: string
  readonly type: string
  readonly state: State
  readonly count: number
  readonly ghost?: NodeGhost
  /** Whom of it opening shows first. */
  readonly firstId: string
  /** Some of the group are drawn by themselves already. */
  readonly isRest: boolean
}

/** What is drawn at one place: a node by itself, or several as one. */
export type ShownNode = { readonly kind: 'node'; readonly id: string; readonly node: GraphNode } | GroupNode

export interface ShownGraph {
  readonly nodes: readonly ShownNode[]
  readonly edges: readonly GraphEdge[]
}

export interface NodePosition {
  readonly x: number
  readonly y: number
}
/** Where the upper left corner of each shown node is. */
export type NodePositions = ReadonlyMap<string, NodePosition>

/** Every node takes the same room, and so much is free around it. */
export const nodeSize = { width: 208, height: 44, gap: 24, columnGap: 76 } as const

const heaviest: readonly State[] = ['unhealthy', 'warning', 'running', 'unknown', 'healthy']

/** Trouble first, then by name. */
export const compareNodes = (a: GraphNode, b: GraphNode): number =>
  heaviest.indexOf(a.state) - heaviest.indexOf(b.state) || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1)
