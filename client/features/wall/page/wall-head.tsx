import { StateMark, type State } from '#client/ui/state-mark.tsx'
import { WallNow } from '#client/features/wall/frame/wall-now.tsx'
import { useWall } from '#client/features/wall/wall-context.ts'

interface WallHeadProps {
  readonly state: State | null
  readonly stale?: boolean
  readonly headline: React.ReactNode
  readonly children?: React.ReactNode
}

export function WallHead({ state, stale = false, headline, children }: WallHeadProps) {
  // The page around a preview has the heading.
  const Headline = useWall().isPreview === true ? 'p' : 'h1'
  return (
    <header className="wall-head">
      <div className="wall-say">
        {state === null ? null : <StateMark state={state} stale={stale} label="" />}
        <Headline className="wall-headline">{headline}</Headline>
      </div>
      {children === undefined ? null : <div className="wall-but">{children}</div>}
      <WallNow />
    </header>
  )
}
