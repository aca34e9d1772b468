import type { HealthFacts } from '#shared/health/health-facts.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { toServerMs, useServerNow } from '#client/lib/time/clock.ts'
import { formatAge } from '#client/lib/time/format-age.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import './facts-line.css'

interface FactsLineProps {
  readonly facts: HealthFacts
  /** In milliseconds of this browser's clock; null while the rows are live. */
  readonly lastKnownSinceMs: number | null
  readonly end?: React.ReactNode
}

export function FactsLine({ facts, lastKnownSinceMs, end }: FactsLineProps) {
  const now = useServerNow(1_000)
  const { total, unhealthy, unknown, stale, oldestResultMs, staleReportedMs } = facts
  const lastKnown = lastKnownSinceMs !== null
  return (
    <div className="facts-line tabular">
      <p>
        {lastKnown ? <span>Last known</span> : null}
        <b>{formatCount(total, 'check')}</b>
        {unhealthy > 0 ? (
          <span className="facts-line-fact">
            <StateMark state="unhealthy" stale={lastKnown} label="" />
            <b>{formatCount(unhealthy)} unhealthy</b>
          </span>
        ) : null}
        {unknown > 0 ? (
          <span className="facts-line-fact">
            <StateMark state="unknown" label="" />
            {formatCount(unknown)} with no results
          </span>
        ) : null}
        {oldestResultMs === null || lastKnown ? null : (
          <span className="facts-line-fact">oldest result {formatAge(now - oldestResultMs)}</span>
        )}
        {lastKnown ? (
          <span className="facts-line-fact">as of {formatAge(now - toServerMs(lastKnownSinceMs))} ago</span>
        ) : null}
        {stale > 0 && !lastKnown ? (
          <span className="facts-line-fact facts-line-wide">
            <StateMark state="healthy" stale label="" />
            {formatCount(stale)} stale
            {staleReportedMs === null ? null : `, last reported ${formatAge(now - staleReportedMs)} ago`}
          </span>
        ) : null}
      </p>
      {end === undefined ? null : <div className="facts-line-end">{end}</div>}
    </div>
  )
}
