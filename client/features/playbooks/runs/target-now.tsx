import { Link } from 'wouter'
import type { RunPreview } from '#shared/playbooks/preflight.ts'
import type { RunHead } from '#shared/playbooks/run-part.ts'
import { formatStatus, toRunState } from '#client/domain/playbooks/run-state.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import { stateFromStatus } from '#client/ui/state-from-status.ts'
import { getRunTarget, runHref } from './run-links.ts'

interface TargetNowProps {
  readonly run: RunHead
  readonly preview: RunPreview | undefined
}

export function TargetNow({ run, preview }: TargetNowProps) {
  const target = getRunTarget(run)
  if (target === null || preview === undefined) return null
  const health = preview.target?.health ?? preview.target?.status ?? null
  return (
    <section>
      <h3>Target now</h3>
      <ul>
        <li>
          <StateMark state={stateFromStatus(health)} label="" />{' '}
          <Link className="link" href={target.href}>
            {target.name}
          </Link>{' '}
          <span className="dim">{health ?? 'unknown health'}</span>
        </li>
        {preview.running.map(({ id, playbook, status }) => (
          <li key={id}>
            <StateMark state={toRunState(status)} label={formatStatus(status)} />{' '}
            <Link className="link" href={runHref(id)}>
              {playbook}
            </Link>{' '}
            <span className="dim">{formatStatus(status)}</span>
          </li>
        ))}
        {preview.running.length > 0 ? null : (
          <li>
            <StateMark state="unknown" label="" /> No other run on this target
          </li>
        )}
      </ul>
    </section>
  )
}
