import { useNow } from '#client/lib/time/clock.ts'
import { formatAge } from '#client/lib/time/format-age.ts'
import { useDelayed } from '#client/lib/time/use-delayed.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from './callout.tsx'

export interface TopicNoticeProps {
  readonly topic: {
    readonly status: 'loading' | 'live' | 'stale' | 'offline' | 'refused' | 'missing' | 'signedOut'
    readonly observedAtMs: number | null
    readonly staleSinceMs: number | null
    readonly reason: string | null
    readonly refresh: () => void
  }
  readonly subject: string
  readonly meanwhile?: string | undefined
}

/** A tab that wakes up reconnects within a moment: the bar must not flicker. */
const shownAfterMs = 1_000

function LastKnown({ topic, subject, meanwhile }: TopicNoticeProps) {
  const { status, observedAtMs, staleSinceMs, reason, refresh } = topic
  const isOffline = status === 'offline'
  const isDue = useDelayed(isOffline ? 0 : shownAfterMs)
  const now = useNow(1_000)
  if (!isDue) return null
  const age = staleSinceMs === null ? null : formatAge(now - staleSinceMs)
  const since = age === null ? '' : isOffline ? ` ${age} ago` : ` for ${age}`
  return (
    <Callout
      bar
      tone={isOffline ? 'warn' : 'bad'}
      title={`${isOffline ? 'Connection lost' : `${subject}: no updates`}${since}.`}
      actions={<Button onClick={refresh}>Retry now</Button>}
    >
      {reason} {observedAtMs === null ? 'No data received yet.' : 'This is the last data received.'}{' '}
      {isOffline ? meanwhile : null}
    </Callout>
  )
}

export function TopicNotice({ topic, subject, meanwhile }: TopicNoticeProps) {
  if (topic.status === 'loading' || topic.status === 'live') return null
  if (topic.status === 'signedOut')
    return <Callout bar tone="warn" title={`${subject}: hidden until you sign in again.`} />
  if (topic.status !== 'refused') return <LastKnown topic={topic} subject={subject} meanwhile={meanwhile} />
  return (
    <Callout bar tone="bad" title={`${subject}: access denied.`}>
      {topic.reason}
    </Callout>
  )
}
