import { Link } from 'wouter'
import type { JobRun } from '#shared/jobs/job-run.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { serverNow, useServerNow } from '#client/lib/time/clock.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { causeFirst } from '#client/lib/text/cause-first.ts'
import { MiddleCut } from '#client/ui/middle-cut.tsx'
import { StateMark, type State } from '#client/ui/state-mark.tsx'
import { formatSpan } from '#client/lib/time/format-span.ts'
import { RepeatsCell } from './fold-cell.tsx'
import type { ListedRun } from './fold-runs.ts'
import { agentHref, resourceHref } from './job-links.ts'
import { openJob } from './job-query.ts'

const states: Readonly<Record<string, State>> = {
  SUCCESS: 'healthy',
  WARNING: 'warning',
  STALE: 'warning',
  FAILED: 'unhealthy',
  RUNNING: 'running',
}

const toJobState = (status: string): State =>
  Object.hasOwn(states, status) ? (states[status] ?? 'unknown') : 'unknown'

const formatRunTime = (ms: number): string => {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 9_995) return `${(ms / 1_000).toFixed(2)} s`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return formatSpan(ms)
}

interface CellProps {
  readonly row: JobRun
}

const none = <span className="faint">–</span>

export function StatusCell({ row: { status } }: CellProps) {
  return (
    <span className="job-status" title={status}>
      <StateMark state={toJobState(status)} label="" />
      {status}
    </span>
  )
}

export function NameCell({ row: { id, name, parts } }: CellProps) {
  const isWall = useIsWall(window.location.pathname)
  if (parts.length === 0 || isWall) return <span className="job-name cut">{name}</span>
  return (
    <button type="button" className="text-button job-name cut" onClick={() => openJob(id)}>
      {name}
    </button>
  )
}

export function ResourceCell({ row: { resourceType, resourceId, resourceName } }: CellProps) {
  const href = resourceHref(resourceType, resourceId)
  const text = resourceName || resourceId || resourceType
  if (text === '') return none
  if (href === null) return <MiddleCut text={text} />
  return (
    <Link className="job-link" href={href}>
      <MiddleCut text={text} />
    </Link>
  )
}

export function AgentCell({ row: { agent } }: CellProps) {
  if (agent === null) return none
  return (
    <Link className="job-link cut" href={agentHref(agent.id)}>
      {agent.name}
    </Link>
  )
}

function Progress({ row: { name, usual, succeeded, startedAt } }: CellProps) {
  const elapsedMs = Math.max(0, useServerNow(1_000) - Date.parse(startedAt))
  if (usual === null) return <span className="dim">running</span>
  const isLong = elapsedMs > 2 * usual.ms
  const isCounted = usual.count > 0 && succeeded > 0 && !isLong
  const part = isCounted ? succeeded / usual.count : elapsedMs / Math.max(1, usual.ms)
  return (
    <span className="job-progress tabular" data-long={isLong ? '' : undefined}>
      <progress max={1} value={Math.min(0.98, part)} aria-label={`Progress of ${name}`} />
      {isCounted
        ? `${formatCount(succeeded)} of about ${formatCount(usual.count)}`
        : `usually ${formatRunTime(usual.ms)}`}
    </span>
  )
}

export function MessageCell({ row }: CellProps) {
  if (row.status === 'RUNNING') return <Progress row={row} />
  return (
    <span className="job-message" data-state={toJobState(row.status)}>
      <MiddleCut text={causeFirst(row.message)} title={row.message} />
    </span>
  )
}

function Elapsed({ startedAt }: { readonly startedAt: string }) {
  return formatRunTime(Math.max(0, Math.floor((useServerNow(1_000) - Date.parse(startedAt)) / 1_000) * 1_000))
}

export function DurationCell({ row: { status, durationMs, startedAt } }: CellProps) {
  if (status === 'RUNNING') return <Elapsed startedAt={startedAt} />
  return durationMs === null ? none : formatRunTime(durationMs)
}

export function SucceededCell({ row: { succeeded } }: CellProps) {
  return <span className={succeeded === 0 ? 'faint' : ''}>{formatCount(succeeded)}</span>
}

export function FailedCell({ row: { failed } }: CellProps) {
  return <span className={failed === 0 ? 'faint' : 'job-failed'}>{formatCount(failed)}</span>
}

export function StartedCell({ row: { startedAt } }: CellProps) {
  const { clock } = useClockFormats()
  const atMs = Date.parse(startedAt)
  return (
    <time dateTime={startedAt} title={new Date(atMs || serverNow()).toISOString()}>
      {Number.isNaN(atMs) ? '–' : clock(atMs)}
    </time>
  )
}

export function PhoneCell({ row }: { readonly row: JobRun & Partial<ListedRun> }) {
  return (
    <span className="job-phone">
      <span className="job-phone-line">
        <StateMark state={toJobState(row.status)} label={row.status} />
        <NameCell row={row} />
        <span className="dim cut">{row.resourceName}</span>
        <span className="job-phone-end tabular">
          <RepeatsCell row={row} />
          <StartedCell row={row} />
        </span>
      </span>
      <span className="job-phone-line job-phone-message">
        <MessageCell row={row} />
      </span>
    </span>
  )
}
