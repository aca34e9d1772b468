import type { CheckRow } from '#shared/health/check-row.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { useNow } from '#client/lib/clock.ts'
import { formatAge } from '#client/lib/format-age.ts'
import { useFormatTime } from '#client/lib/format-time.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/callout.tsx'

interface HealthTroubleProps {
  readonly topic: TopicView<CheckRow>
  readonly onRetry: () => void
}

function Since({ ms }: { readonly ms: number }) {
  const now = useNow(1_000)
  const format = useFormatTime()
  return (
    <span className="tabular">
      since {format(new Date(ms), 'short')}, {formatAge(now - ms)} ago
    </span>
  )
}

/** What failed, what it means for the rows below, and what to do. */
export function HealthTrouble({ topic, onRetry }: HealthTroubleProps) {
  const { status, rows, staleSinceMs, reason } = topic
  const isOffline = status === 'offline'
  return (
    <Callout
      bar
      tone={isOffline ? 'warn' : 'bad'}
      title={
        <>
          {isOffline ? 'Connection lost' : 'Checks can’t be read'}
          {staleSinceMs === null ? null : (
            <>
              {' '}
              <Since ms={staleSinceMs} />
            </>
          )}
          .
        </>
      }
      actions={<Button onClick={onRetry}>Retry now</Button>}
    >
      {reason}
      {rows.size === 0 ? null : ' These are the last rows that arrived.'}
    </Callout>
  )
}
