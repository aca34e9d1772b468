import { formatClock } from '#client/lib/time/format-clock.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { useLiveState } from '#client/live/use-live-state.ts'
import { LiveStatus } from '#client/ui/feedback/live-status.tsx'
import { PhoneCode } from './phone-code.tsx'
import { isNarrow, useWall } from '#client/features/wall/wall-context.ts'

const labels = { showing: '', held: 'On hold', paused: 'Paused' } as const

export function WallNow() {
  const now = useServerNow(1_000)
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  const { state, sinceMs, observedAtMs, reason } = useLiveState()
  const wall = useWall()
  const { standing } = wall
  return (
    <div className="wall-now">
      <div>
        <time className="wall-clock">{formatClock(now, timeZone, now)}</time>
        <div className="wall-live">
          {labels[standing] === '' ? null : <b>{labels[standing]}</b>}
          <LiveStatus liveness={state} observedAtMs={observedAtMs} sinceMs={sinceMs} reason={reason ?? undefined} />
        </div>
      </div>
      {isNarrow(wall) ? null : <PhoneCode />}
    </div>
  )
}
