import { useState } from 'react'
import { Link } from 'wouter'
import { toIsoTime } from '#shared/primitives/iso-time.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { Button } from '#client/ui/button.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { summarizeRecent, useRecentSources, type RecentEvent, type RecentSource } from './recent-events.ts'

const shownMax = 6

function Event({ event, isStale }: { readonly event: RecentEvent; readonly isStale: boolean }) {
  const { state, name, text, atMs, href } = event
  const { tick } = useClockFormats()
  return (
    <li>
      <Link href={href}>
        <time className="tabular" dateTime={toIsoTime(atMs)}>
          {tick(atMs, 0)}
        </time>
        <StateMark state={state} stale={isStale} quiet label="" />
        <span className="cut" title={`${name} ${text}`}>
          <b>{name}</b> {text}
        </span>
      </Link>
    </li>
  )
}

export function LastHour({ checks }: { readonly checks: RecentSource }) {
  const [isWhole, setWhole] = useState(false)
  const sources = useRecentSources(checks)
  const nowMs = useServerNow(10_000)
  const { events, isLoading, isStale, unknown } = summarizeRecent(sources, nowMs)
  if (sources.length === 0) return null
  const shown = isWhole ? events : events.slice(0, shownMax)
  const rest = events.length - shownMax
  return (
    <section className="overview-recent" aria-labelledby="overview-recent">
      <h2 id="overview-recent">{isStale ? 'Last hour, last known' : 'Last hour'}</h2>
      {rest > 0 ? (
        <Button look="minimal" small aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show ${rest} more`}
        </Button>
      ) : null}
      {shown.length > 0 ? (
        <ul>
          {shown.map((event) => (
            <Event key={event.key} event={event} isStale={isStale} />
          ))}
        </ul>
      ) : isLoading || unknown.length > 0 ? null : (
        <p>No changes.</p>
      )}
      {unknown.length === 0 ? null : <p>Unknown: {unknown.join(', ')}.</p>}
    </section>
  )
}
