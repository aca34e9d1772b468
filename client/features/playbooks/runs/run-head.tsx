import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { routes } from '#client/lib/address/routes.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import type { TopicStatus } from '#client/live/topic-view.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import { earlierRunsQuery, usualDurationMs } from './earlier-runs.ts'
import { formatTook } from './format-took.ts'
import { RunButtons } from './run-buttons.tsx'
import { getRunTarget, getRunTitle } from './run-links.ts'
import { toRunState, formatStatus } from '#client/domain/playbooks/run-state.ts'
import type { RunView } from './run-view.ts'
import { Took } from './took.tsx'
import { Watchers } from './watchers.tsx'

const verbs: Readonly<Record<string, string>> = {
  running: 'Running for',
  pending_approval: 'Waiting for approval for',
  completed: 'Completed in',
  failed: 'Failed after',
  timed_out: 'Timed out after',
  cancelled: 'Cancelled after',
}

function HowLong({ view }: { readonly view: RunView }) {
  const { run, isOver, current } = view
  const waits = run.status === 'pending_approval'
  const label = formatStatus(run.status)
  const verb = verbs[run.status] ?? `${label.charAt(0).toUpperCase()}${label.slice(1)} for`
  const from = waits ? run.created_at : (run.start_time ?? (isOver ? null : run.scheduled_time))
  const at = run.status === 'failed' && current?.status === 'failed' ? ` at ${current.name}` : ''
  if (from === null) return <b>{verb.replace(/ (?:after|in|for)$/, '')} before it started</b>
  return (
    <b className="tabular">
      {at === '' ? verb : verb.replace('Failed', `Failed${at}`)} <Took from={from} to={run.end_time} isOver={isOver} />
    </b>
  )
}

/** By convention a parameter with this name or label says why a run is started. */
const findReason = (values: RunView['run']['values']): string | undefined =>
  values.find(({ name, label }) => [name, label].some((text) => text.toLowerCase() === 'reason'))?.value || undefined

interface RunHeadProps {
  readonly view: RunView
  readonly status: TopicStatus
  readonly stale: boolean
  readonly actions?: React.ReactNode
}

export function RunHead({ view, status, stale, actions }: RunHeadProps) {
  const { run, steps, stepsDone, isOver, approvals } = view
  const { clock } = useClockFormats()
  const target = getRunTarget(run)
  const { data: earlier = [] } = useQuery(earlierRunsQuery(run))
  const usualMs = usualDurationMs(earlier)
  const reason = findReason(run.values)
  const approvers = approvals.map(({ person, team }) => person?.name ?? team?.name ?? '').filter(Boolean)
  return (
    <header className="run-head">
      <div className="run-title">
        <StateMark state={toRunState(run.status)} stale={stale} label={formatStatus(run.status)} />
        <h2 className="cut not-on-walls">{getRunTitle(run)}</h2>
        {target === null ? null : (
          <span className="run-head-target cut">
            on{' '}
            <Link className="link" href={target.href}>
              {target.name}
            </Link>{' '}
            <span className="faint">{target.type}</span>
          </span>
        )}
      </div>
      <p className="run-facts dotted">
        <HowLong view={view} />
        {usualMs === null ? null : <span className="tabular">usually {formatTook(usualMs)}</span>}
        {isOver || steps.length === 0 || run.status === 'pending_approval' ? null : (
          <span>
            step <b>{Math.min(stepsDone + 1, steps.length)}</b> of <b>{steps.length}</b>
          </span>
        )}
        {isOver && run.end_time !== null ? (
          <span className="tabular">
            ended <b>{clock(Date.parse(run.end_time))}</b>
          </span>
        ) : null}
        <span>
          {run.status === 'pending_approval' ? 'requested' : 'started'} <Starter view={view} /> at{' '}
          <span className="tabular">{clock(Date.parse(run.created_at))}</span>
        </span>
        {reason === undefined ? null : <span className="run-reason">“{reason}”</span>}
        {approvers.length === 0 ? null : (
          <span>
            approved by <b>{[...new Set(approvers)].join(', ')}</b>
          </span>
        )}
      </p>
      <div className="run-tools">
        <Watchers runId={run.id} />
        {actions}
        <RunButtons view={view} status={status} />
      </div>
    </header>
  )
}

function Starter({ view: { run } }: { readonly view: RunView }) {
  if (run.created_by !== null)
    return (
      <>
        by <b>{run.created_by.name}</b>
      </>
    )
  if (run.notification_send_id === null) return <>automatically</>
  return (
    <>
      by{' '}
      <Link className="link" href={`${routes.notifications}?id=${encodeURIComponent(run.notification_send_id)}`}>
        a notification
      </Link>
    </>
  )
}
