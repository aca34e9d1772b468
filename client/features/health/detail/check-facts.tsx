import type { CheckRow } from '#shared/health/check-row.ts'
import { checkStateOf } from '#shared/health/check-state.ts'
import { uptimeOf } from '#shared/health/roll-up.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { formatAge } from '#client/lib/time/format-age.ts'

interface CheckFactsProps {
  readonly check: CheckRow
  readonly stale: boolean
}

const words = { healthy: 'Healthy', unhealthy: 'Unhealthy', unknown: 'No result' } as const

/** The facts that decide: in what state for how long, how often it was well, and how old that is. */
export function CheckFacts({ check, stale }: CheckFactsProps) {
  const now = useServerNow(1_000)
  const ageOf = (at: string) => formatAge(now - Date.parse(at))
  const uptime = uptimeOf(check)
  const dueMs = check.nextRuntime === null ? null : Date.parse(check.nextRuntime) - now
  return (
    <span className="check-facts">
      <span>
        {stale ? 'Last known: ' : null}
        <b>
          {words[checkStateOf(check)]}
          {check.lastTransition === null ? null : ` for ${ageOf(check.lastTransition)}`}
        </b>
      </span>
      {uptime === null ? null : (
        <span>
          up <b>{uptime === 100 ? '100' : uptime.toFixed(2)} %</b> over 1h
        </span>
      )}
      <span>
        {check.lastRuntime === null ? (
          'never run'
        ) : (
          <>
            last result <b>{ageOf(check.lastRuntime)}</b> ago
          </>
        )}
        {dueMs === null || stale ? null : dueMs < 1000 ? ', next now' : `, next in ${formatAge(dueMs)}`}
      </span>
    </span>
  )
}
