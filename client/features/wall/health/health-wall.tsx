import type { CheckRow } from '#shared/health/check-row.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { WallHealth } from '#shared/wall/wall-health.ts'
import { formatClock } from '#client/lib/time/format-clock.ts'
import { serverNow, toServerMs } from '#client/lib/time/clock.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { useDelayed } from '#client/lib/time/use-delayed.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import type { checkFilter } from '#client/features/wall/check-filter.ts'
import { isNarrow, useWall } from '#client/features/wall/wall-context.ts'
import { QuietBody } from './quiet-body.tsx'
import { WallAge } from '#client/features/wall/page/wall-time.tsx'
import { FailureBody } from './failure-body.tsx'
import { useWallHealth } from './use-wall-health.ts'
import { HeldHead, WallNothing, WallPage } from '#client/features/wall/page/wall-page.tsx'
import { WallHead } from '#client/features/wall/page/wall-head.tsx'
import './health-wall.css'

interface HealthWallProps {
  readonly topic: TopicView<CheckRow>
  readonly filter: ReturnType<typeof checkFilter>
}

const wide = { head: 3.95, counts: 0, note: 1.4, lastKnown: 1.96, heldHead: 0.3 }
const narrow = { head: 5.15, counts: 2.45, note: 1.4, lastKnown: 3.6, heldHead: 0.3 }
const countsFrom = 14
const waitMs = 1_000

const formatHeadline = ({ total, unhealthy, stale, healthy }: WallHealth, short = false): string => {
  if (unhealthy > 0) return `${formatCount(unhealthy)} unhealthy`
  if (short && stale === 0)
    return healthy === total ? `${formatCount(total)} healthy` : `${formatCount(healthy)} of ${formatCount(total)}`
  return stale > 0 ? `${formatCount(stale)} stale` : `${formatCount(healthy)} of ${formatCount(total)} healthy`
}

const correlatedNote = ({ correlatedFailures }: WallHealth): string | null => {
  const [first] = correlatedFailures
  if (first === undefined) return null
  const failing = correlatedFailures.reduce((sum, { checks }) => sum + checks.length, 0)
  return `${formatCount(failing)} in ${correlatedFailures.length === 1 ? `one ${first.key}` : `${correlatedFailures.length} groups`}`
}

function Counts({ health }: { readonly health: WallHealth }) {
  const { unhealthy, healthy, stale, unknown, oldestResultMs } = health
  const correlated = correlatedNote(health)
  const staleToo = stale > 0 && (correlated !== null || unhealthy === 0)
  return (
    <>
      {correlated === null ? null : (
        <span>
          <b>{correlated}</b>
        </span>
      )}
      {correlated === null && stale > 0 && unhealthy > 0 ? (
        <span>
          <StateMark state="healthy" stale label="" />
          {formatCount(stale)} stale{unknown === 0 ? '' : `, ${formatCount(unknown)} unknown`}
        </span>
      ) : correlated === null && unknown > 0 ? (
        <span>
          <StateMark state="unknown" label="" />
          {formatCount(unknown)} unknown
        </span>
      ) : null}
      <span>
        {healthy === 0 ? null : <StateMark state="healthy" quiet label="" />}
        <span className="cut">
          {healthy === 0 ? 'none healthy' : `${formatCount(healthy)} healthy`}
          {correlated !== null && staleToo ? `, ${formatCount(stale)} stale` : null}
          {correlated === null && oldestResultMs !== null ? (
            <>
              , oldest <WallAge ms={oldestResultMs} />
            </>
          ) : null}
        </span>
      </span>
    </>
  )
}

function NothingYet({ topic, filterText }: { readonly topic: HealthWallProps['topic']; readonly filterText: string }) {
  const waited = useDelayed(waitMs)
  const { status, reason } = topic
  if (status === 'signedOut') return <WallNothing title="Signed out" text={reason ?? ''} />
  if (status === 'refused') return <WallNothing title="No access" text={reason ?? ''} />
  if (status === 'offline')
    return <WallNothing title="No connection" text={`${reason ?? ''} Retrying automatically.`} />
  if (status === 'stale') return <WallNothing title="No results" text={`${reason ?? ''} Retrying automatically.`} />
  if (status === 'loading')
    return waited ? <WallNothing title="Waiting for results" text="No results received yet." /> : null
  if (filterText !== '') return <WallNothing title="No matching checks" text={`No checks match: ${filterText}.`} />
  return <WallNothing title="No checks yet" text="New checks appear here automatically." />
}

function LastKnown({ atMs, health }: { readonly atMs: number; readonly health: WallHealth }) {
  const short = isNarrow(useWall())
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  return (
    <p className="wall-fact wall-last-known">
      <span className="cut">
        Last known at {formatClock(atMs, timeZone, serverNow())}: <b>{formatHeadline(health)}</b>
      </span>
      {health.oldestResultMs === null || short ? null : (
        <span>
          oldest <WallAge ms={health.oldestResultMs} />
        </span>
      )}
    </p>
  )
}

export function HealthWall({ topic, filter }: HealthWallProps) {
  const wall = useWall()
  const { room, unread } = wall
  const short = isNarrow(wall)
  const heights = short ? narrow : wide
  const { status, observedAtMs } = topic
  const heldAtMs = status === 'offline' || status === 'stale' ? observedAtMs : null
  const { checks, health, positions, isStale, tape } = useWallHealth(topic.rows, filter.matches, heldAtMs !== null)
  if (checks.length === 0) return <NothingYet topic={topic} filterText={filter.description} />
  const notes = [
    ...(filter.description === '' ? [] : [`Only ${filter.description}`]),
    ...(unread.length === 0 ? [] : [`Unknown in the address: ${unread.join(', ')}`]),
  ]
  const note = notes.length === 0 ? null : <p className="wall-note cut">{notes.join('. ')}</p>
  const height = room.height - heights.head - (note === null ? 0 : heights.note)
  const body = { health, checks, positions, isStale }
  if (heldAtMs !== null) {
    const sinceMs = toServerMs(heldAtMs)
    const headline = status === 'offline' ? 'No connection' : 'No results'
    return (
      <WallPage held>
        {short ? <WallHead state="warning" headline={headline} /> : <HeldHead headline={headline} sinceMs={sinceMs} />}
        {note}
        <LastKnown atMs={sinceMs} health={health} />
        <FailureBody {...body} held height={height - heights.lastKnown - heights.heldHead} />
      </WallPage>
    )
  }
  const hasCounts = !short || room.height >= countsFrom
  if (health.unhealthy > 0 || health.stale > 0)
    return (
      <WallPage>
        <WallHead
          state={health.unhealthy > 0 ? 'unhealthy' : 'healthy'}
          stale={health.unhealthy === 0}
          headline={formatHeadline(health)}
        >
          {hasCounts ? <Counts health={health} /> : undefined}
        </WallHead>
        {note}
        <FailureBody {...body} held={false} height={height - (hasCounts ? heights.counts : 0)} />
      </WallPage>
    )
  return (
    <WallPage>
      <WallHead state="healthy" headline={formatHeadline(health, short)} />
      {note}
      <QuietBody {...body} tape={tape} height={height} />
    </WallPage>
  )
}
