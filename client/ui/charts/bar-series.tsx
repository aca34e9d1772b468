import { formatCount } from '#shared/primitives/format-count.ts'
import './bar-series.css'

interface BarSeriesProps {
  readonly label: string
  readonly bars: readonly { readonly atMs: number; readonly value: number }[]
  readonly fromMs: number
  readonly toMs: number
  readonly stale?: boolean
  readonly formatTime: (ms: number) => string
}

export const roundUp = (value: number): number => {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 1.2, 1.5, 2, 3, 5, 8, 10].map((step) => step * power).find((round) => round >= value) ?? 10 * power
}

const ticks = [0, 0.25, 0.5, 0.75, 1]

export function BarSeries({ label, bars, fromMs, toMs, stale = false, formatTime }: BarSeriesProps) {
  const max = roundUp(Math.max(0, ...bars.map(({ value }) => value)))
  return (
    <div className="bar-series" data-stale={stale ? '' : undefined} role="img" aria-label={label}>
      <div className="bar-series-axis" aria-hidden="true">
        <span>{formatCount(max)}</span>
        <span>0</span>
      </div>
      <div className="bar-series-bars" aria-hidden="true">
        {bars.map(({ atMs, value }) => (
          <span key={atMs} style={{ height: `${(value / max) * 100}%` }} />
        ))}
      </div>
      <div className="bar-series-times" aria-hidden="true">
        {ticks.map((at) => (
          <span key={at}>{formatTime(fromMs + at * (toMs - fromMs))}</span>
        ))}
      </div>
    </div>
  )
}
