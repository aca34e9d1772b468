import { Age } from './age.tsx'
import { StateMark, type State } from './state-mark.tsx'
import './live-state.css'

/** How far a screen can be believed. */
export type Liveness = 'connecting' | 'live' | 'lagging' | 'stale' | 'paused' | 'offline' | 'unauthorised'

interface LiveStateProps {
  readonly liveness: Liveness
  /** When the source was last really asked, ISO 8601. */
  readonly observedAt: string | null
  /** Why, in words, where it is not live. */
  readonly reason?: string | undefined
}

const looks: Record<Liveness, { readonly state: State; readonly word: string; readonly stale: boolean }> = {
  connecting: { state: 'running', word: 'Connecting', stale: false },
  live: { state: 'healthy', word: 'Live', stale: false },
  lagging: { state: 'warning', word: 'Delayed', stale: false },
  stale: { state: 'warning', word: 'Stale', stale: true },
  paused: { state: 'unknown', word: 'Paused', stale: false },
  offline: { state: 'unknown', word: 'Offline', stale: true },
  unauthorised: { state: 'unhealthy', word: 'Unauthorised', stale: false },
}

/** Whether what stands below is current, and how old it is: a mark, a word and an age. */
export function LiveState({ liveness, observedAt, reason }: LiveStateProps) {
  const { state, word, stale } = looks[liveness]
  return (
    <span className="live-state" data-liveness={liveness} title={reason}>
      <StateMark state={state} stale={stale} label="" />
      <output>{word}</output>
      {observedAt === null ? null : (
        <span className="live-state-age">
          <Age at={observedAt} />
        </span>
      )}
    </span>
  )
}
