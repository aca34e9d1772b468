import { lazy, Suspense } from 'react'
import { Skeleton, SkeletonBar } from '#client/ui/feedback/skeleton.tsx'
import type { Graph as GraphData } from './graph-data.ts'
import './graph.css'

export interface GraphProps {
  readonly label: string
  readonly graph: GraphData
  /** How often each group was opened, by its name. */
  readonly opened: ReadonlyMap<string, number>
  readonly onOpenGroup: (id: string) => void
  /** Draws every group as one again. */
  readonly onCloseGroups: () => void
  /** The node whose card is shown. */
  readonly selectedId: string | null
  readonly onSelect: (id: string | null) => void
  /** Goes to what a node stands for. */
  readonly onOpen: (id: string) => void
  /** Another one is laid out anew; otherwise what is there stays where it is. */
  readonly arrangement: string
  /** What plain and dashed edges are called. */
  readonly edgeNames: {
    readonly hard: string
    readonly soft?: string
    /** Of two moments: what is there at the earlier one alone, and at the later one alone. */
    readonly gone?: string
    readonly added?: string
  }
  /** What lies over it, as the card of the selected node. */
  readonly children?: React.ReactNode
}

const loadCanvas = () => import('./graph-canvas.tsx')
const GraphCanvas = lazy(loadCanvas)

/** Loads the code while what is to be drawn is still asked for; a failure shows where the graph is drawn. */
export const preloadGraph = (): void => {
  loadCanvas().then(
    ({ prepare }) => prepare(),
    () => undefined,
  )
}

/** What stands in the place of a graph until it is there. */
export function GraphSkeleton() {
  return (
    <div className="graph-skeleton">
      <Skeleton label="Laying out the graph">
        <SkeletonBar width="13rem" />
      </Skeleton>
    </div>
  )
}

/**
 * Things and what leads to what, laid out from left to right. It is panned and zoomed; arrow keys walk along the edges, Enter goes to
 * the node's own page, Space shows it in place. A text tree (`TextTree`) is for those who cannot see it. Its code loads with
 * the first one drawn.
 */
export function Graph(props: GraphProps) {
  return (
    <section className="graph" aria-label={props.label}>
      <Suspense fallback={<GraphSkeleton />}>
        <GraphCanvas {...props} />
      </Suspense>
      {props.children}
    </section>
  )
}
