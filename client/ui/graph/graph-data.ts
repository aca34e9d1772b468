import { compareText } from '#shared/primitives/compare-text.ts'
import type { State } from '#client/ui/state-mark.tsx'

type Ghost = 'gone' | 'added'
type NodeGhost = Ghost | 'changed'

export interface GraphNode {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly state: State
  readonly note?: string
  readonly isFaded?: boolean
  readonly ghost?: NodeGhost
}

export interface GraphEdge {
  readonly source: string
  readonly target: string
  readonly isSoft?: boolean
  readonly ghost?: Ghost
}

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly rootId: string | null
}

export interface GroupNode {
  readonly kind: 'group'
  readonly id: string
  readonly type: string
  readonly state: State
  readonly count: number
  readonly ghost?: NodeGhost
  readonly firstId: string
  readonly isRest: boolean
}

export type ShownNode = { readonly kind: 'node'; readonly id: string; readonly node: GraphNode } | GroupNode

export const getState = (shown: ShownNode): State => (shown.kind === 'node' ? shown.node.state : shown.state)

export interface ShownGraph {
  readonly nodes: readonly ShownNode[]
  readonly edges: readonly GraphEdge[]
}

export interface NodePosition {
  readonly x: number
  readonly y: number
}
export type NodePositions = ReadonlyMap<string, NodePosition>

export const nodeSize = { width: 208, height: 44, gap: 24, columnGap: 76 } as const

const heaviest: readonly State[] = ['unhealthy', 'warning', 'running', 'unknown', 'healthy']

export const compareNodes = (a: GraphNode, b: GraphNode): number =>
  heaviest.indexOf(a.state) - heaviest.indexOf(b.state) || a.name.localeCompare(b.name) || compareText(a.id, b.id)
