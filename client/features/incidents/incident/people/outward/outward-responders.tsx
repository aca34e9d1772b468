import { Cross } from '@blueprintjs/icons'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { retryOutwardRoute } from '#shared/incidents/outward-routes.ts'
import type { OutwardResponder } from '#shared/incidents/timeline-parts.ts'
import { call } from '#client/api/call.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { removeResponder } from '#client/features/incidents/incident/people/responders-api.ts'
import { SectionHead } from '#client/features/incidents/incident/section-head.tsx'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { Moment } from '#client/ui/moment.tsx'
import { StateMark, type State } from '#client/ui/state-mark.tsx'
import './outward.css'

const AskOutward = lazy(async () => ({ default: (await import('./ask-outward.tsx')).AskOutward }))

const marks: Readonly<Record<OutwardResponder['state'], State>> = {
  waiting: 'warning',
  asked: 'healthy',
  refused: 'unhealthy',
  failed: 'unhealthy',
}

const stateLabels: Readonly<Record<OutwardResponder['state'], string>> = {
  waiting: 'sending',
  asked: 'requested',
  refused: 'rejected',
  failed: 'delivery failed',
}

interface LineProps {
  readonly incidentId: string
  readonly responder: OutwardResponder
  readonly canWrite: boolean
  readonly onChange: () => void
}

function Line({ incidentId, responder, canWrite, onChange }: LineProps) {
  const { id, kind, name, state, attempts, reason, tried_at: attemptedAt, next_at: nextAt } = responder
  const retry = useMutation({
    mutationFn: () => call(retryOutwardRoute, { params: { id: incidentId, responder: id } }),
    onError: (error) => showToast('error', `Request to ${name} not resent: ${error.message}`),
    onSettled: onChange,
  })
  const remove = useMutation({
    mutationFn: () => removeResponder(id),
    onError: (error) => showToast('error', `${name} not removed: ${error.message}`),
    onSettled: onChange,
  })
  const isOver = state === 'refused' || state === 'failed'
  return (
    <li aria-label={name}>
      <div className="outward-line">
        <StateMark state={marks[state]} label="" />
        <span className="cut">{name}</span>
        <span className="dim">{kind}</span>
        <span className="dim tabular outward-end">
          {stateLabels[state]} {attemptedAt === null ? null : <Age at={attemptedAt} />}
          {isOver && canWrite ? (
            <Button small busy={retry.isPending} onClick={() => retry.mutate()}>
              Retry
            </Button>
          ) : null}
          {canWrite ? (
            <Button
              look="minimal"
              small
              icon={<Cross size={12} />}
              aria-label={`Remove ${name}`}
              onClick={() => remove.mutate()}
            />
          ) : null}
        </span>
      </div>
      {reason === null ? null : (
        <p className="outward-reason">
          {reason}
          {nextAt === null || attempts === 0 ? null : (
            <>
              {' '}
              Attempt {attempts}; next attempt at <Moment at={nextAt} />.
            </>
          )}
        </p>
      )}
    </li>
  )
}

interface OutwardRespondersProps {
  readonly incidentId: string
  readonly responders: readonly OutwardResponder[]
  readonly onChange: () => void
}

export function OutwardResponders({ incidentId, responders, onChange }: OutwardRespondersProps) {
  const { allowed, reason } = useAllowed('write', 'incident')
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="outward" aria-label="External responders">
      <SectionHead
        title="External responders"
        action="Request external help"
        isOpen={isAsking}
        disabled={!allowed}
        disabledReason={reason}
        onToggle={setAsking}
      />
      {isAsking ? (
        <Suspense>
          <AskOutward
            incidentId={incidentId}
            onSent={() => {
              setAsking(false)
              onChange()
            }}
          />
        </Suspense>
      ) : null}
      {responders.length === 0 ? <p className="dim">No requests sent by email, Slack or Jira.</p> : null}
      <ul>
        {responders.map((responder) => (
          <Line
            key={responder.id}
            incidentId={incidentId}
            responder={responder}
            canWrite={allowed}
            onChange={onChange}
          />
        ))}
      </ul>
    </section>
  )
}
