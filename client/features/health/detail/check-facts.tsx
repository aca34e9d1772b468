import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { toUptime } from '#shared/health/roll-up.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { formatAge } from '#client/lib/time/format-age.ts'

interface CheckFactsProps {
  readonly check: CheckRow
  readonly stale: boolean
}

const stateLabels = { healthy: 'Healthy', unhealthy: 'Unhealthy', unknown: 'No result' } as const

export function CheckFacts({ check, stale }: CheckFactsProps) {
  const now = useServerNow(1_000)
  const ageSince = (at: string) => formatAge(now - Date.parse(at))
  const uptime = toUptime(check)
  const dueMs = check.nextRuntime === null ? null : Date.parse(check.nextRuntime) - now
  return (
    <span className="check-facts dotted">
      <span>
        {stale ? 'Last known: ' : null}
        <b>
          {check.notEvaluated === null ? stateLabels[toCheckState(check)] : 'Not evaluated'}
          {check.lastTransition === null || check.notEvaluated !== null
            ? null
            : ` for ${ageSince(check.lastTransition)}`}
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
            last result <b>{ageSince(check.lastRuntime)}</b> ago
          </>
        )}
        {dueMs === null || stale || check.notEvaluated !== null
          ? null
          : dueMs < 1000
            ? ', next due now'
            : `, next due in ${formatAge(dueMs)}`}
      </span>
    </span>
  )
}
