import type { CheckRow } from '#shared/health/check-row.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { useNow } from '#client/lib/time/clock.ts'
import { formatAge } from '#client/lib/time/format-age.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { useDelayed } from '#client/lib/time/use-delayed.ts'
import { useLiveState } from '#client/live/use-live-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'

interface HealthOutageProps {
  readonly topic: TopicView<CheckRow>
  readonly onRetry: () => void
}

/** A waking tab recovers within this time; without the delay the bar would appear briefly and move the rows twice. */
const shownAfterMs = 1_000

function Since({ ms }: { readonly ms: number }) {
  const now = useNow(1_000)
  const { clock } = useClockFormats()
  return (
    <span className="tabular">
      {clock(ms)}, {formatAge(now - ms)} ago
    </span>
  )
}

function NextTry({ atMs }: { readonly atMs: number }) {
  const now = useNow(1_000)
  return <span className="faint tabular health-next-try">Next attempt in {formatAge(Math.max(1_000, atMs - now))}</span>
}

export function HealthOutage({ topic, onRetry }: HealthOutageProps) {
  const { status, rows, staleSinceMs, reason } = topic
  const isOffline = status === 'offline'
  const { nextTryAtMs } = useLiveState()
  const isDue = useDelayed(isOffline ? 0 : shownAfterMs)
  if (!isDue) return null
  return (
    <Callout
      bar
      tone={isOffline ? 'warn' : 'bad'}
      title={
        <>
          {isOffline ? 'Connection lost' : 'No check updates'}
          {staleSinceMs === null ? null : (
            <>
              {isOffline ? ' at ' : ' since '}
              <Since ms={staleSinceMs} />
            </>
          )}
          .
        </>
      }
      actions={
        <>
          {isOffline && nextTryAtMs !== null ? <NextTry atMs={nextTryAtMs} /> : null}
          <Button onClick={onRetry}>Retry now</Button>
        </>
      }
    >
      {reason}
      {rows.size === 0 ? null : ' Showing the last received rows.'}
      {isOffline ? ' Checks keep running on the server; results return when the connection does.' : null}
    </Callout>
  )
}
