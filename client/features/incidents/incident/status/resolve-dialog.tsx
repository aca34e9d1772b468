import { TextArea } from '@blueprintjs/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link } from 'wouter'
import { z } from 'zod'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { IncidentCheck } from '#client/features/incidents/incident/checks/list-checks.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useUnsaved } from '#client/lib/drafts/unsaved.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'

const most = 5_000
const schema = z.object({ reason: z.string().trim().min(1).max(most) })

interface ResolveDialogProps {
  readonly name: string
  readonly status: string
  readonly to: 'resolved' | 'closed'
  readonly checks: readonly IncidentCheck[]
  readonly onResolve: (reason: string) => Promise<void>
  readonly onClose: () => void
}

export function ResolveDialog({ name, status, to, checks, onResolve, onClose }: ResolveDialogProps) {
  const { control } = useForm({ defaultValues: { reason: '' }, resolver: zodResolver(schema) })
  const failing = checks.filter(({ isFailing }) => isFailing)
  const verb = to === 'resolved' ? 'Resolve' : 'Close'
  const text = useWatch({ control, name: 'reason' }).trim()
  useUnsaved(text !== '')
  const confirm = useCallback(() => onResolve(text), [onResolve, text])
  return (
    <ConfirmDialog
      title={`${verb} ${name}`}
      size="small"
      look="primary"
      confirmLabel={`${verb} anyway`}
      leaveLabel={`Keep ${status}`}
      missing={text === '' ? 'Enter a reason. Everyone on the incident will see it.' : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="resolve">
        <Callout
          tone="warn"
          title={`${failing.length} of ${formatCount(checks.length, 'check')} still ${failing.length === 1 ? 'fails' : 'fail'}.`}
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
        <FormField
          control={control}
          name="reason"
          label={`Reason to ${verb.toLowerCase()} anyway`}
          help="Saved as a comment, visible to everyone on the incident."
        >
          {({ ref, ...field }) => <TextArea {...field} inputRef={ref} fill rows={3} maxLength={most} />}
        </FormField>
      </div>
    </ConfirmDialog>
  )
}
