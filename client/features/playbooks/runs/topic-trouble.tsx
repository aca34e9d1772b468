import type { TopicView } from '#client/live/topic-view.ts'
import { useNow } from '#client/lib/clock.ts'
import { formatAge } from '#client/lib/format-age.ts'
import { useDelayed } from '#client/lib/use-delayed.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/callout.tsx'

interface TopicTroubleProps {
  readonly topic: Pick<TopicView<unknown>, 'status' | 'staleSinceMs' | 'reason'>
  /** What can't be read: `The run`. */
  readonly what: string
  readonly onRetry: () => void
}

/** A tab that wakes is up to date again within a moment: no bar may come and go. */
const shownAfterMs = 1_000

/** Says that what stands below is the last that arrived, since when and why. */
export function TopicTrouble({ topic, what, onRetry }: TopicTroubleProps) {
  const isOffline = topic.status === 'offline'
  const isDue = useDelayed(isOffline ? 0 : shownAfterMs)
  const now = useNow(1_000)
  if (!isDue) return null
  const since = topic.staleSinceMs === null ? '' : ` ${formatAge(now - topic.staleSinceMs)} ago`
  return (
    <Callout
      bar
      tone={isOffline ? 'warn' : 'bad'}
      title={
        isOffline
          ? `Connection lost${since}.`
          : `${what} can’t be read${since === '' ? '' : `, since${since.replace(' ago', '')}`}.`
      }
      actions={<Button onClick={onRetry}>Retry now</Button>}
    >
      {topic.reason} What stands here is the last that arrived. {isOffline ? 'Runs go on without this page.' : null}
    </Callout>
  )
}
