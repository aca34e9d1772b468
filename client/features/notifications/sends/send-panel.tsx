import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { SidePanel } from '#client/ui/layout/side-panel.tsx'
import { Properties } from '#client/ui/layout/properties.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { findResourceHref } from '#client/features/notifications/find-resource-href.ts'
import { DecisionList } from '#client/features/notifications/why/decision-list.tsx'
import { readSendError } from './send-error.ts'
import { describeSendReason, sendState, sendResourceName } from './send-labels.ts'
import { sendQuery, type Send } from './sends-api.ts'
import '#client/features/notifications/why/why.css'

function RunLink({ id }: { readonly id: string }) {
  return (
    <Link className="link" href={linkTo(routes.playbookRun, { id })}>
      Open run
    </Link>
  )
}

function RawError({ error }: Pick<Send, 'error'>) {
  const raw = error === null ? null : readSendError(error).raw
  if (raw === null) return null
  return (
    <details>
      <summary>Response of the backend</summary>
      <pre className="send-body">{raw}</pre>
    </details>
  )
}

const isSilenceable = (kind: string | null) => ['check', 'config', 'component', 'canary'].includes(kind ?? '')

const listDetails = (send: Send): Readonly<Record<string, React.ReactNode>> => {
  const { playbook_run_id: runId, not_before: next, duration_millis: tookMs, count } = send
  const reason = describeSendReason(send)
  return {
    Status: send.status,
    Why: reason === '' ? undefined : reason,
    Event: <span className="mono">{send.source_event}</span>,
    Recipient: send.recipient ?? undefined,
    'First observed': <Moment at={send.first_observed} />,
    Suppressed: count > 1 ? `${count} times` : undefined,
    'Last observed': count > 1 ? <Moment at={send.created_at} /> : undefined,
    'Next attempt': next === null ? undefined : <Moment at={next} />,
    Duration: tookMs == null ? undefined : `${tookMs} ms`,
    Run: runId === null ? undefined : <RunLink id={runId} />,
  }
}

export function SendPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data: send, error, refetch } = useQuery(sendQuery(id))
  const href = send ? findResourceHref(send.resource_type, send.resource_id) : null
  const silenceHref =
    send && isSilenceable(send.resource_type)
      ? `${routes.silenceAdd}?${send.resource_type}_id=${send.resource_id}`
      : null
  return (
    <SidePanel
      title={send ? sendResourceName(send) : 'Notification'}
      mark={send ? <StateMark state={sendState(send.status)} /> : undefined}
      actions={
        silenceHref === null ? undefined : (
          <Link className="bp6-button" href={silenceHref}>
            Silence
          </Link>
        )
      }
      onClose={onClose}
    >
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {send === undefined && error === null ? <SkeletonRows label="Loading notification" rows={6} /> : null}
      {send === null ? (
        <EmptyState title="Notification not found" actions={<Button onClick={onClose}>Close</Button>} />
      ) : null}
      {send ? (
        <div className="send-detail">
          <Properties entries={Object.entries(listDetails(send))} />
          <RawError error={send.error} />
          {href === null ? null : (
            <p>
              <Link className="link" href={href}>
                Open {sendResourceName(send)}
              </Link>
            </p>
          )}
          <h3>{send.payload?.title ?? 'Message'}</h3>
          <pre className="send-body">{send.body ?? 'No text was stored.'}</pre>
          <h3>Why</h3>
          <DecisionList question={{ send_id: send.id }} />
          <Link className="link" href={`${routes.notificationWhy}?resource_id=${encodeURIComponent(send.resource_id)}`}>
            All decisions for {sendResourceName(send)}
          </Link>
        </div>
      ) : null}
    </SidePanel>
  )
}
