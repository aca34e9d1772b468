import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { incidentStatuses, isOver } from '#shared/incidents/incident-values.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { listChecks, type IncidentCheck } from '#client/features/incidents/incident/checks/list-checks.ts'
import { addComment, readHypotheses, setIncident } from '#client/features/incidents/incident/incident-api.ts'
import type { Incident } from '#client/features/incidents/incident/incident-view.ts'
import { Acknowledge } from '#client/domain/incidents/acknowledge.tsx'
import { incidentName } from '#client/domain/incidents/incident-state.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { ResolveDialog } from './resolve-dialog.tsx'
import { StatusSelect } from './status-select.tsx'

export type StatusIncident = Pick<Incident, 'id' | 'incident_id' | 'title' | 'status' | 'acknowledged'>

interface IncidentStatusProps {
  readonly incident: StatusIncident
  readonly onChange: () => void
}

const isOverNext = (status: string): status is 'resolved' | 'closed' => status === 'resolved' || status === 'closed'

const nextAction = (status: string) =>
  isOver(status)
    ? { label: 'Reopen', status: 'open' }
    : status === 'mitigated'
      ? { label: 'Resolve', status: 'resolved' }
      : { label: 'Mitigate', status: 'mitigated' }

interface Doubt {
  readonly to: 'resolved' | 'closed'
  readonly checks: readonly IncidentCheck[]
}

const tooLate = 'Someone else changed this in the meantime. Check the new value and choose again.'

const useStatus = ({ incident, onChange }: IncidentStatusProps) => {
  const { id, status } = incident
  const by = useSession()?.user.id ?? ''
  const [doubt, setDoubt] = useState<Doubt | null>(null)
  const confirm = (to: string) => showToast('success', `${incidentName(incident)} is ${to}`)
  const save = async (to: string): Promise<boolean> => {
    if (isOverNext(to) && !isOver(status)) {
      const checks = listChecks(await readHypotheses(id))
      if (checks.some(({ isFailing }) => isFailing)) {
        setDoubt({ to, checks })
        return true
      }
    }
    const isSet = await setIncident(id, { column: 'status', from: status, to })
    if (isSet) confirm(to)
    return isSet
  }
  const resolve = async (reason: string) => {
    if (doubt === null) return
    if (!(await setIncident(id, { column: 'status', from: status, to: doubt.to }))) {
      onChange()
      throw new Error(tooLate)
    }
    confirm(doubt.to)
    try {
      await addComment(
        {
          incidentId: id,
          hypothesisId: null,
          comment: `${doubt.to === 'resolved' ? 'Resolved' : 'Closed'} anyway: ${reason}`,
        },
        by,
      )
    } catch (failure) {
      const why = toErrorMessage(failure)
      showToast('error', `The incident is ${doubt.to}, but the reason was not saved: ${why} Reason: ${reason}`)
    }
    onChange()
  }
  return { save, doubt, resolve, leave: () => setDoubt(null) }
}

export function IncidentStatus({ incident, onChange }: IncidentStatusProps) {
  const { save, doubt, resolve, leave } = useStatus({ incident, onChange })
  return (
    <>
      <span className="incident-fact">
        <span className="faint">Status</span>
        <StatusSelect
          label="Status"
          status={incident.status}
          statuses={incidentStatuses}
          save={save}
          onSaved={onChange}
        />
      </span>
      {doubt === null ? null : (
        <ResolveDialog
          name={incidentName(incident)}
          status={incident.status}
          to={doubt.to}
          checks={doubt.checks}
          onResolve={resolve}
          onClose={leave}
        />
      )}
    </>
  )
}

export function IncidentActions({ incident, onChange }: IncidentStatusProps) {
  const { status } = incident
  const { save, doubt, resolve, leave } = useStatus({ incident, onChange })
  const { allowed, reason } = useAllowed('write', 'incident')
  const next = nextAction(status)
  const set = useMutation({
    mutationFn: () => save(next.status),
    onSuccess: (isSet) => (isSet ? undefined : showToast('error', tooLate)),
    onError: (error) => showToast('error', `Status is still ${status}: ${error.message}`),
    onSettled: onChange,
  })
  return (
    <div className="incident-actions">
      <Acknowledge incident={incident} keepsPlace />
      <Button
        look="primary"
        disabled={!allowed}
        disabledReason={reason}
        busy={set.isPending}
        onClick={() => set.mutate()}
      >
        {next.label}
      </Button>
      {doubt === null ? null : (
        <ResolveDialog
          name={incidentName(incident)}
          status={status}
          to={doubt.to}
          checks={doubt.checks}
          onResolve={resolve}
          onClose={leave}
        />
      )}
    </div>
  )
}
