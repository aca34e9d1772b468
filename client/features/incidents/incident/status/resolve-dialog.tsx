import { TextArea } from '@blueprintjs/core'
import { useCallback, useState } from 'react'
import { Link } from 'wouter'
import type { IncidentCheck } from '#client/features/incidents/incident/checks/checks-of.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useUnsaved } from '#client/lib/drafts/unsaved.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'

interface ResolveDialogProps {
  /** How the incident is called. */
  readonly name: string
  /** What the incident stays when somebody leaves. */
  readonly status: string
  readonly to: 'resolved' | 'closed'
  /** All that are evidence, some of which fail. */
  readonly checks: readonly IncidentCheck[]
  /** Rejects with what the person should read. */
  readonly onResolve: (reason: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks before an incident is over whose checks still fail, and for the reason. */
export function ResolveDialog({ name, status, to, checks, onResolve, onClose }: ResolveDialogProps) {
  const [reason, setReason] = useState('')
  const failing = checks.filter(({ isFailing }) => isFailing)
  const verb = to === 'resolved' ? 'Resolve' : 'Close'
  const text = reason.trim()
  useUnsaved(text !== '')
  const confirm = useCallback(() => onResolve(text), [onResolve, text])
  return (
    <ConfirmDialog
      title={`${verb} ${name}`}
      size="small"
      look="primary"
      confirmLabel={`${verb} anyway`}
      leaveLabel={`Keep ${status}`}
      missing={text === '' ? 'Say why first: it goes to everyone on the incident.' : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="resolve">
        <Callout
          tone="warn"
          title={`${failing.length} of ${checks.length} ${checks.length === 1 ? 'check' : 'checks'} still ${failing.length === 1 ? 'fails' : 'fail'}.`}
        />
        <ul className="resolve-checks">
          {checks.map(({ id, name: check, isFailing, isDeleted }) => (
            <li key={id}>
              <StateMark state={isFailing ? 'unhealthy' : isDeleted ? 'unknown' : 'healthy'} />
              <Link className="link cut" href={`${routes.health}?checkId=${encodeURIComponent(id)}`}>
                {check}
              </Link>
              <span className="dim">{isDeleted ? 'deleted' : isFailing ? 'fails' : 'passes'}</span>
            </li>
          ))}
        </ul>
        <Field label={`Reason to ${verb.toLowerCase()} anyway`} help="Kept as a comment, for everyone on the incident.">
          {({ id, describedBy }) => (
            <TextArea
              id={id}
              aria-describedby={describedBy}
              fill
              rows={3}
              maxLength={5_000}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
    </ConfirmDialog>
  )
}
