import { Button } from './button.tsx'
import { Callout } from './callout.tsx'

interface TopicTroubleProps {
  readonly topic: {
    readonly status: 'loading' | 'live' | 'stale' | 'offline' | 'refused'
    readonly reason: string | null
    readonly refresh: () => void
  }
  /** What the list holds: `Users`. */
  readonly what: string
}

/** Says when a live list is only the last known one, or not to be had at all. */
export function TopicTrouble({ topic: { status, reason, refresh }, what }: TopicTroubleProps) {
  if (status === 'loading' || status === 'live') return null
  const titles = {
    offline: 'Connection lost.',
    stale: `${what} can’t be read.`,
    refused: `${what} are not shown to you.`,
  }
  return (
    <Callout
      bar
      tone={status === 'offline' ? 'warn' : 'bad'}
      title={titles[status]}
      actions={status === 'refused' ? undefined : <Button onClick={refresh}>Retry now</Button>}
    >
      {reason}
      {status === 'refused' ? null : ' What stands here is what arrived last.'}
    </Callout>
  )
}
