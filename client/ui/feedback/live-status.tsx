import { useNow } from '#client/lib/time/clock.ts'
import { formatAge } from '#client/lib/time/format-age.ts'
import { useFormatTime } from '#client/lib/time/format-time.ts'
import { StateMark, type State } from '#client/ui/state-mark.tsx'
import './live-status.css'

type Liveness = 'connecting' | 'live' | 'lagging' | 'stale' | 'offline' | 'unauthorised' | 'outdated'

interface LiveStatusProps {
  readonly liveness: Liveness
  /** Browser time of the last successful poll. */
  readonly observedAtMs: number | null
  /** Null if unknown. */
  readonly sinceMs: number | null
  readonly reason?: string | undefined
}

const looks: Record<Liveness, { readonly state: State; readonly label: string; readonly stale: boolean }> = {
  connecting: { state: 'running', label: 'Connecting', stale: false },
  live: { state: 'healthy', label: 'Live', stale: false },
  lagging: { state: 'running', label: 'Catching up', stale: false },
  stale: { state: 'warning', label: 'Stale', stale: true },
  offline: { state: 'unknown', label: 'Offline', stale: true },
  unauthorised: { state: 'unhealthy', label: 'Unauthorised', stale: false },
  outdated: { state: 'warning', label: 'Outdated', stale: false },
}

function LocalAge({ atMs }: { readonly atMs: number }) {
  return formatAge(useNow(1_000) - atMs)
}

const ageFromMs = ({ liveness, observedAtMs, sinceMs }: LiveStatusProps) =>
  liveness === 'live' || liveness === 'lagging' || liveness === 'stale' ? observedAtMs : sinceMs

export function LiveStatus(props: LiveStatusProps) {
  const { liveness, observedAtMs, sinceMs, reason } = props
  const format = useFormatTime()
  const { state, label, stale } = looks[liveness]
  const isBack = liveness === 'connecting' && observedAtMs !== null
  const fromMs = ageFromMs(props)
  const since = sinceMs === null ? '' : `Since ${format(new Date(sinceMs), 'full')}. `
  const explanation = liveness === 'live' ? undefined : `${since}${reason ?? ''}`.trim()
  return (
    <span className="live-status" data-liveness={liveness} title={explanation}>
      <StateMark state={state} stale={stale} label="" />
      <output>{isBack ? 'Reconnecting' : label}</output>
      {fromMs === null ? null : (
        <span className="live-status-age">
          <LocalAge atMs={fromMs} />
        </span>
      )}
    </span>
  )
}
