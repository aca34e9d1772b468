import { useRef, useState } from 'react'
import type { LevelCounts } from '#shared/logs/log-routes.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { roundUp } from '#client/ui/charts/bar-series.tsx'
import './log-histogram.css'

interface LogHistogramProps {
  readonly buckets: readonly LevelCounts[]
  readonly fromMs: number
  readonly toMs: number
  readonly countedFromMs: number | undefined
  readonly formatTick: (atMs: number) => string
  readonly formatClock: (atMs: number) => string
  /** Without it the bars are no buttons. */
  readonly onZoom: ((fromMs: number, toMs: number) => void) | undefined
}

const ticks = [0, 0.25, 0.5, 0.75, 1]
const sumLevels = ({ error, warn, other }: LevelCounts): number => error + warn + other
const moves: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

export function LogHistogram(props: LogHistogramProps) {
  const { buckets, fromMs, toMs, countedFromMs, formatTick, formatClock, onZoom } = props
  const [current, setCurrent] = useState(0)
  const bars = useRef<HTMLDivElement>(null)
  const max = roundUp(Math.max(0, ...buckets.map(sumLevels)))
  const stepMs = (toMs - fromMs) / buckets.length
  const handleKeyDown = (event: React.KeyboardEvent) => {
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    const next = Math.min(buckets.length - 1, Math.max(0, current + move))
    setCurrent(next)
    bars.current?.querySelectorAll('button').item(next).focus()
  }
  return (
    <div className="log-histogram">
      <div className="log-histogram-axis tabular" aria-hidden="true">
        <span>{formatCount(max)}</span>
        <span>0</span>
      </div>
      {/* oxlint-disable-next-line no-noninteractive-element-interactions -- the arrow keys walk along the bars, which are buttons */}
      <div
        className="log-histogram-bars"
        role="group"
        aria-label="Lines over time"
        ref={bars}
        onKeyDown={handleKeyDown}
      >
        {buckets.map((bucket, index) => {
          const startMs = fromMs + index * stepMs
          const isUncounted = countedFromMs !== undefined && startMs + stepMs <= countedFromMs
          const errors = bucket.error === 0 ? '' : `, ${formatCount(bucket.error)} errors`
          const description = isUncounted ? 'not counted' : `${formatCount(sumLevels(bucket), 'line')}${errors}`
          const label = `${formatClock(startMs)} to ${formatClock(startMs + stepMs)}: ${description}`
          const levels = (['error', 'warn', 'other'] as const).map((kind) => (
            <span key={kind} data-kind={kind} style={{ height: `${(bucket[kind] / max) * 100}%` }} />
          ))
          return onZoom === undefined ? (
            <span
              key={startMs}
              className="log-histogram-bar"
              role="img"
              aria-label={label}
              data-uncounted={isUncounted ? '' : undefined}
            >
              {levels}
            </span>
          ) : (
            <button
              key={startMs}
              className="log-histogram-bar"
              type="button"
              tabIndex={index === current ? 0 : -1}
              aria-label={label}
              title={label}
              data-uncounted={isUncounted ? '' : undefined}
              onFocus={() => setCurrent(index)}
              onClick={() => onZoom(startMs, startMs + stepMs)}
            >
              {levels}
            </button>
          )
        })}
      </div>
      <div className="log-histogram-times tabular" aria-hidden="true">
        {ticks.map((at) => (
          <span key={at}>{formatTick(fromMs + at * (toMs - fromMs))}</span>
        ))}
      </div>
    </div>
  )
}
