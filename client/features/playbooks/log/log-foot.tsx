import { formatCount } from '#shared/primitives/format-count.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { formatAge } from '#client/lib/time/format-age.ts'
import { Button } from '#client/ui/button.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'

interface LogFootProps {
  readonly total: number
  readonly isGrowing: boolean
  readonly follows: boolean
  readonly lastAtMs: number | null
  readonly onFollow: (follows: boolean) => void
}

function LastLine({ atMs }: { readonly atMs: number }) {
  return <>last line {formatAge(Math.max(0, useServerNow(1_000) - atMs))} ago</>
}

export function LogFoot({ total, isGrowing, follows, lastAtMs, onFollow }: LogFootProps) {
  return (
    <div className="log-foot">
      <StateMark state={isGrowing ? 'healthy' : 'unknown'} label="" />
      <span className="tabular">
        {formatCount(total, 'line')}
        {isGrowing ? null : ', complete'}
        {isGrowing && lastAtMs !== null ? (
          <>
            {', '}
            <LastLine atMs={lastAtMs} />
          </>
        ) : null}
      </span>
      <span className="log-keys">
        {isGrowing ? (
          <Button look="minimal" small aria-pressed={follows} onClick={() => onFollow(!follows)}>
            {follows ? 'Pause' : 'Follow'}
          </Button>
        ) : null}
        <span className="log-keys-help not-on-walls">
          <kbd className="kbd">F</kbd> follow <kbd className="kbd">/</kbd> search <kbd className="kbd">Shift</kbd> click
          to select a range
        </span>
      </span>
    </div>
  )
}
