import { lazy, Suspense } from 'react'
import { Skeleton, SkeletonBar } from '#client/ui/feedback/skeleton.tsx'
import type { Graph as GraphData } from './graph-data.ts'
import './graph.css'

export interface GraphProps {
  readonly label: string
  readonly graph: GraphData
  readonly opened: ReadonlyMap<string, number>
  readonly onOpenGroup: (id: string) => void
  readonly onCloseGroups: () => void
  readonly selectedId: string | null
  readonly onSelect: (id: string | null) => void
  readonly onOpen: (id: string) => void
  readonly arrangement: string
  readonly edgeNames: {
    readonly hard: string
    readonly soft?: string
    readonly gone?: string
    readonly added?: string
  }
  readonly children?: React.ReactNode
}

const loadCanvas = () => import('./graph-canvas.tsx')
const GraphCanvas = lazy(loadCanvas)

export const preloadGraph = (): void => {
  loadCanvas().then(
    ({ prepareLayouter }) => prepareLayouter(),
    () => undefined,
  )
}

export function GraphSkeleton() {
  return (
    <div className="graph-skeleton">
      <Skeleton label="Laying out graph">
        <SkeletonBar width="13rem" />
      </Skeleton>
    </div>
  )
}

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
