import { useNow } from '#client/lib/clock.ts'
import { formatAge } from '#client/lib/format-age.ts'
import { StateMark, type State } from './state-mark.tsx'
import './live-status.css'

/** How far a screen can be believed. */
type Liveness = 'connecting' | 'live' | 'lagging' | 'stale' | 'offline' | 'unauthorised' | 'outdated'

interface LiveStatusProps {
  readonly liveness: Liveness
  /** When the source was last really asked, by this browser's clock; null while that is not known. */
  readonly observedAtMs: number | null
  /** Why, in words, where it is not live. */
  readonly reason?: string | undefined
}

const looks: Record<Liveness, { readonly state: State; readonly word: string; readonly stale: boolean }> = {
  connecting: { state: 'running', word: 'Connecting', stale: false },
  live: { state: 'healthy', word: 'Live', stale: false },
  lagging: { state: 'warning', word: 'Delayed', stale: false },
  stale: { state: 'warning', word: 'Stale', stale: true },
  offline: { state: 'unknown', word: 'Offline', stale: true },
  unauthorised: { state: 'unhealthy', word: 'Unauthorised', stale: false },
  outdated: { state: 'warning', word: 'Outdated', stale: false },
}

function LocalAge({ atMs }: { readonly atMs: number }) {
  return formatAge(useNow(1_000) - atMs)
}

/** Whether what stands below is current, and how old it is: a mark, a word and an age. */
export function LiveStatus({ liveness, observedAtMs, reason }: LiveStatusProps) {
  const { state, word, stale } = looks[liveness]
  return (
    <span className="live-status" data-liveness={liveness} title={reason}>
      <StateMark state={state} stale={stale} label="" />
      <output>{word}</output>
      {observedAtMs === null ? null : (
        <span className="live-status-age">
          <LocalAge atMs={observedAtMs} />
        </span>
      )}
    </span>
  )
}
