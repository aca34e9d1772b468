import { lazy, Suspense } from 'react'
import type { TimePlotProps } from './time-plot.tsx'
import './time-graph.css'

export interface TimeGraphProps extends TimePlotProps {
  readonly title: string
  readonly unit: string
  /** What stands right of the title: the values under the pointer, or those of the whole range. */
  readonly at: React.ReactNode
}

/** Drawing needs a library of its own, which only a person who looks at a graph downloads. */
const TimePlot = lazy(async () => ({ default: (await import('./time-plot.tsx')).TimePlot }))

/** One value over time, with its numbers as text above it. */
export function TimeGraph({ title, unit, at, ...plot }: TimeGraphProps) {
  return (
    <figure className="time-graph">
      <figcaption>
        <b>{title}</b>
        <span className="faint">{unit}</span>
        <span className="time-graph-at">{at}</span>
      </figcaption>
      <div style={{ height: plot.height }}>
        <Suspense fallback={null}>
          <TimePlot {...plot} />
        </Suspense>
      </div>
    </figure>
  )
}
