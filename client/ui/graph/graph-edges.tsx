import { ViewportPortal } from '@xyflow/react'
import { useMemo } from 'react'
import { edgePaths } from './edge-paths.ts'
import type { GraphEdge, NodePositions, ShownNode } from './graph-data.ts'

interface GraphEdgesProps {
  readonly edges: readonly GraphEdge[]
  readonly nodes: ReadonlyMap<string, ShownNode>
  readonly positions: NodePositions
  readonly looked: string | null
}

export function GraphEdges({ edges, nodes, positions, looked }: GraphEdgesProps) {
  const paths = useMemo(() => edgePaths(edges, nodes, positions, looked), [edges, nodes, positions, looked])
  return (
    <ViewportPortal>
      <svg className="graph-edges" aria-hidden="true">
        {paths.map(({ look, isSoft, lines, heads }) => (
          <g key={`${look} ${isSoft}`} data-look={look} data-soft={isSoft ? '' : undefined}>
            <path className="graph-lines" d={lines} />
            <path className="graph-heads" d={heads} />
          </g>
        ))}
      </svg>
    </ViewportPortal>
  )
}
