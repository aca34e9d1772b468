import { StateMark, type State } from '#client/ui/state-mark.tsx'
import { WallNow } from '#client/features/wall/frame/wall-now.tsx'

interface WallHeadProps {
  readonly state: State | null
  readonly stale?: boolean
  readonly headline: React.ReactNode
  readonly children?: React.ReactNode
}

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
