import { lazy, Suspense } from 'react'
import type { TimePlotProps } from './time-plot.tsx'
import './time-graph.css'

export interface TimeGraphProps extends TimePlotProps {
  readonly title: string
  readonly unit: string
  readonly at: React.ReactNode
}

const TimePlot = lazy(async () => ({ default: (await import('./time-plot.tsx')).TimePlot }))

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
