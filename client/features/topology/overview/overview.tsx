import { useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { healthChecks } from '#shared/health/health-topics.ts'
import { toIsoTime } from '#shared/primitives/iso-time.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { useFormatTime } from '#client/lib/time/format-time.ts'
import { formatSpan } from '#client/lib/time/format-span.ts'
import { useDelayed } from '#client/lib/time/use-delayed.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Skeleton, SkeletonBar } from '#client/ui/feedback/skeleton.tsx'
import { useWholeRows } from '#client/ui/layout/use-whole-rows.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import { formatQuiet, summarizeAreas, type Finding, type FindingLine, type OverviewSummary } from './area.ts'
import { useCheckArea } from './check-area.ts'
import { useIncidentArea } from './incident-area.ts'
import { useJobArea } from './job-area.ts'
import { LastHour } from './last-hour.tsx'
import { useNotificationArea } from './notification-area.ts'
import { listCheckEvents } from './recent-events.ts'
import { useRunArea } from './run-area.ts'
import './overview.css'

const noParams = {}

function Since({ ms }: { readonly ms: number }) {
  const nowMs = useServerNow(1_000)
  const format = useFormatTime()
  const at = toIsoTime(ms)
  if (at === '') return null
  return (
    <time className="tabular" dateTime={at} title={`since ${format(new Date(ms), 'full')}`}>
      {formatSpan(Math.max(0, nowMs - ms))}
    </time>
  )
}

function Line({ line: { name, text, sinceMs, href } }: { readonly line: FindingLine }) {
  return (
    <li>
      <Link href={href} className="cut" title={text === '' ? name : `${name}: ${text}`}>
        <b>{name}</b> {text}
      </Link>
      {sinceMs === null ? null : <Since ms={sinceMs} />}
    </li>
  )
}

function Tile({ finding, isStale }: { readonly finding: Finding; readonly isStale: boolean }) {
  const { state, title, href, lines } = finding
  return (
    <li className="overview-tile" data-state={isStale || finding.isStale ? undefined : state}>
      <h3>
        <StateMark state={state} stale={isStale || finding.isStale === true} label="" />
        <Link href={href}>{title}</Link>
        {isStale ? <span className="dim">last known</span> : null}
      </h3>
      <ul>
        {lines.map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </ul>
    </li>
  )
}

function UnknownTile({ name, reason }: OverviewSummary['unknown'][number]) {
  return (
    <li className="overview-tile">
      <h3>
        <StateMark state="unknown" label="" />
        {name} unknown
      </h3>
      <p className="cut" title={reason ?? undefined}>
        {reason ?? 'No data received yet. Retrying automatically.'}
      </p>
    </li>
  )
}

function QuietLine({ summary }: { readonly summary: OverviewSummary }) {
  const { kind, isStale, healthyTexts } = summary
  return (
    <p className="overview-quiet">
      <StateMark state={kind === 'quiet' ? 'healthy' : 'unknown'} stale={isStale} label="" />
      <b>{formatQuiet(summary)}</b>
      {healthyTexts.length === 0 ? null : <span className="tabular">{healthyTexts.join(', ')}</span>}
    </p>
  )
}

function LoadingTile({ name }: { readonly name: string }) {
  return (
    <li className="overview-tile">
      <Skeleton label={`Loading ${name.toLowerCase()}`}>
        {['40%', '85%', '70%', '78%'].map((width) => (
          <span key={width} className="overview-tile-bar">
            <SkeletonBar width={width} />
          </span>
        ))}
      </Skeleton>
    </li>
  )
}

function LoadingLine() {
  return (
    <Skeleton label="Loading overview">
      <span className="overview-quiet">
        <SkeletonBar width="0.75rem" />
        <SkeletonBar width="18rem" />
      </span>
    </Skeleton>
  )
}

/** Areas that load within this time are shown at once: tiles that appear one after another move each other. */
const togetherWithinMs = 1_000

function Strip({ summary }: { readonly summary: OverviewSummary }) {
  const { kind, findings, unknown, loading } = summary
  const isOverdue = useDelayed(togetherWithinMs)
  if (kind === 'loading') return <LoadingLine />
  const shown = loading.length > 0 && !isOverdue ? [] : findings
  const places = shown === findings ? loading : [...findings.map(({ finding }) => finding.key), ...loading]
  return (
    <section aria-label="What is broken">
      {kind === 'broken' ? null : <QuietLine summary={summary} />}
      {findings.length + unknown.length === 0 ? null : (
        <ul className="overview-tiles">
          {shown.map(({ finding, isStale }) => (
            <Tile key={finding.key} finding={finding} isStale={isStale} />
          ))}
          {places.map((name) => (
            <LoadingTile key={name} name={name} />
          ))}
          {unknown.map((area) => (
            <UnknownTile key={area.name} {...area} />
          ))}
        </ul>
      )}
    </section>
  )
}

const listTitles = ({ findings, unknown, loading }: OverviewSummary): readonly string[] => [
  ...findings.map(({ finding }) => finding.title),
  ...(findings.length === 0 ? [] : loading.map((name) => `${name} loading`)),
  ...unknown.map(({ name }) => `${name} unknown`),
]

const smallTilesWithLines = 2

const wallRows =
  '.overview-tile, .overview-recent:not(:has(ul)), .overview-recent ul + p, .overview-recent li:nth-child(-n + 4)'

export function Overview() {
  const canReadChecks = useAllows()(healthChecks.resource, 'read')
  const checks = useTopic(healthChecks, canReadChecks ? noParams : null)
  const checkArea = useCheckArea(checks)
  const areas = [
    canReadChecks ? checkArea : null,
    useIncidentArea(),
    useRunArea(),
    useJobArea(),
    useNotificationArea(),
  ].filter((area) => area !== null)
  const { status, rows, observedAtMs, reason } = checks
  const events = useMemo(() => listCheckEvents(rows.values()), [rows])
  const summary = summarizeAreas(areas)
  const titles = listTitles(summary)
  const frame = useRef<HTMLDivElement>(null)
  const whole = useWholeRows(frame, wallRows, useIsWall(window.location.pathname), 0)
  const others = whole === null ? [] : titles.slice(whole)
  const [crowdedFrom, setCrowdedFrom] = useState(2 + smallTilesWithLines)
  if (others.length > 0 && titles.length < crowdedFrom) setCrowdedFrom(titles.length)
  return (
    <div ref={frame} className="overview" data-crowded={titles.length >= crowdedFrom ? '' : undefined}>
      {areas.length === 0 ? null : <Strip summary={summary} />}
      {others.length === 0 ? null : (
        <p className="overview-rest cut" title={others.join(', ')}>
          {others.length} more: {others.join(', ')}
        </p>
      )}
      <LastHour
        checks={{
          name: 'checks',
          source: { status: canReadChecks ? status : 'refused', isKnown: observedAtMs !== null, reason },
          events,
        }}
      />
    </div>
  )
}
