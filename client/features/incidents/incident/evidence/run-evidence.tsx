import { useMemo } from 'react'
import { Link } from 'wouter'
import { playbookRun } from '#shared/playbooks/playbook-topics.ts'
import { toRunState, formatStatus } from '#client/domain/playbooks/run-state.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { StateMark } from '#client/ui/state-mark.tsx'

export function RunEvidence({ id, description }: { readonly id: string; readonly description: string }) {
  const params = useMemo(() => ({ runId: id }), [id])
  const { rows, status: topicStatus, reason } = useTopic(playbookRun, params)
  const parts = [...rows.values()]
  const run = parts.find((part) => part.kind === 'run')
  const isStale = topicStatus === 'stale' || topicStatus === 'offline'
  if (run === undefined) {
    const isMissing = topicStatus === 'live' || topicStatus === 'missing'
    const message = isMissing ? 'The run was removed with its playbook.' : reason
    return (
      <>
        <span className="evidence-name">{description}</span>
        <span className="evidence-why dim">{message}</span>
      </>
    )
  }
  const title = run.playbooks?.title || run.playbooks?.name || 'Deleted playbook'
  const done = new Set(parts.flatMap((part) => (part.kind === 'try' && part.end_time !== null ? [part.name] : [])))
  const isOver = run.end_time !== null
  return (
    <>
      <Link className="link cut evidence-name" href={linkTo(routes.playbookRun, { id })}>
        {title}
      </Link>
      <span className="evidence-why">
        {run.created_by === null ? '' : `run by ${run.created_by.name}`}
        {description === title ? '' : ` ${description}`}
      </span>
      <span className="evidence-state">
        <StateMark state={toRunState(run.status)} stale={isStale} label="" />
        {formatStatus(run.status)}
        {isOver || run.steps.length === 0 ? '' : `, ${done.size} of ${run.steps.length}`}
      </span>
      {run.error === null ? null : <p className="evidence-fails">{run.error}</p>}
    </>
  )
}
