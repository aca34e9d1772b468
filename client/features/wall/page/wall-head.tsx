import { StateMark, type State } from '#client/ui/state-mark.tsx'
import { WallNow } from '#client/features/wall/frame/wall-now.tsx'

interface WallHeadProps {
  readonly state: State | null
  readonly stale?: boolean
  /** The one sentence of the page. */
  readonly headline: React.ReactNode
  /** At most two lines that qualify it. */
  readonly children?: React.ReactNode
}

/** The head of a wall: the sentence, what qualifies it, the clock over the live state. */
export function WallHead({ state, stale = false, headline, children }: WallHeadProps) {
  return (
    <header className="wall-head">
      <div className="wall-say">
        {state === null ? null : <StateMark state={state} stale={stale} label="" />}
        <h1>{headline}</h1>
      </div>
      {children === undefined ? null : <div className="wall-but">{children}</div>}
      <WallNow />
    </header>
  )
}
