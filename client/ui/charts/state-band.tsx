import './state-band.css'

interface BandRun {
  readonly state: 'pass' | 'fail' | 'gap'
  readonly fromMs: number
  readonly toMs: number
}

interface StateBandProps {
  readonly label: string
  readonly runs: readonly BandRun[]
  readonly fromMs: number
  readonly toMs: number
  readonly crossMs?: number | null
  readonly formatTime?: (ms: number) => string
}

const ticks = [0, 0.25, 0.5, 0.75, 1]

export function StateBand({ label, runs, fromMs, toMs, crossMs = null, formatTime }: StateBandProps) {
  const percent = (ms: number) => Math.min(100, Math.max(0, ((ms - fromMs) / (toMs - fromMs)) * 100))
  const failing = runs.filter(({ state }) => state === 'fail').length
  const gaps = runs.filter(({ state }) => state === 'gap').length
  return (
    <div className="state-band">
      <div
        className="state-band-line"
        role="img"
        aria-label={`${label}: ${failing} failure ${failing === 1 ? 'period' : 'periods'}, ${gaps} without results`}
      >
        {runs.map((run) => (
          <span
            key={run.fromMs}
            data-state={run.state}
            style={{ left: `${percent(run.fromMs)}%`, width: `${percent(run.toMs) - percent(run.fromMs)}%` }}
          />
        ))}
        {crossMs === null ? null : <i style={{ left: `${percent(crossMs)}%` }} />}
      </div>
      {formatTime && (
        <div className="state-band-times" aria-hidden="true">
          {ticks.map((at) => (
            <span key={at}>{formatTime(fromMs + at * (toMs - fromMs))}</span>
          ))}
        </div>
      )}
    </div>
  )
}
