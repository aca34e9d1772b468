import type { ErrorLike } from './preview-text.ts'
import { approvalText } from './preview-text.ts'
import { Link } from 'wouter'
import type { RunHistory, RunTarget } from '#machines/playbooks/run-dialog-machine.ts'
import type { Preflight } from '#shared/playbooks/preflight.ts'
import { CommandText } from '#client/domain/playbooks/command-text.tsx'
import { formatTook } from '#client/features/playbooks/runs/format-took.ts'
import { runHref } from '#client/features/playbooks/runs/run-links.ts'
import { toRunState, formatStatus } from '#client/domain/playbooks/run-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'

interface PreviewPaneProps {
  readonly target: RunTarget | null
  readonly preview: Preflight | null
  readonly isExpired: boolean
  readonly isBusy: boolean
  /** Set when the backend supports no preview. */
  readonly history: RunHistory | null
  readonly error: ErrorLike
  readonly onRetry: () => void
}

export function PreviewPane({ target, preview, isExpired, isBusy, history, error, onRetry }: PreviewPaneProps) {
  const known = preview ?? history
  return (
    <section className="run-preview" aria-label="Run preview" aria-busy={isBusy}>
      <dl className="run-preview-facts">
        <dt>Runs on</dt>
        <dd>{target === null ? 'none' : <b>{target.name}</b>}</dd>
        {preview === null ? null : (
          <>
            <dt>Approval</dt>
            <dd>{approvalText(preview.approvers)}</dd>
          </>
        )}
        {known === null ? null : <Facts history={known} />}
      </dl>
      {history === null ? null : <p className="dim">This backend does not support previews of the steps of a run.</p>}
      {error === null ? null : (
        <Callout tone="warn" title="Could not load the preview." actions={<Button onClick={onRetry}>Retry</Button>}>
          {error.message}
        </Callout>
      )}
      {preview !== null && isExpired ? (
        <p role="status">
          <StateMark state="warning" label="" /> {isBusy ? 'Refreshing preview.' : 'Out of date: a parameter changed.'}
        </p>
      ) : null}
      {preview === null ? null : <Steps preview={preview} isExpired={isExpired} />}
      {preview === null && history === null && error === null ? (
        <p className="dim">{isBusy ? 'Loading preview…' : 'Complete the fields to preview the steps.'}</p>
      ) : null}
    </section>
  )
}

function Facts({ history: { running, last } }: { readonly history: RunHistory }) {
  return (
    <>
      <dt>Active runs</dt>
      <dd>
        {running.length === 0 ? 'nothing' : null}
        {running.map(({ id, playbook, status }) => (
          <div key={id}>
            <StateMark state={toRunState(status)} label={formatStatus(status)} />{' '}
            <Link href={runHref(id)}>{playbook}</Link>
          </div>
        ))}
      </dd>
      <dt>Last five runs</dt>
      <dd>
        {last.length === 0 ? 'never run here' : null}
        {last.map(({ id, status, endedAt, durationMs, error }) => (
          <div key={id}>
            <StateMark state={toRunState(status)} label={formatStatus(status)} /> <Moment at={endedAt} />{' '}
            <span className={error === null ? 'faint' : 'bad-text cut'}>
              {error ?? (durationMs === null ? formatStatus(status) : formatTook(durationMs))}
            </span>
          </div>
        ))}
      </dd>
    </>
  )
}

function Steps({ preview, isExpired }: { readonly preview: Preflight; readonly isExpired: boolean }) {
  return (
    <ol className="run-preview-steps" data-expired={isExpired ? '' : undefined}>
      {preview.steps.map(({ name, kind, command, condition, problem }) => (
        <li key={name}>
          <b>{name}</b> <span className="faint">{condition === undefined ? kind : `${kind}, if ${condition}`}</span>
          <CommandText parts={command} />
          {problem === undefined ? null : <p className="bad-text">{problem}</p>}
        </li>
      ))}
    </ol>
  )
}
