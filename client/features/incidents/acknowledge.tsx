import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isOver } from '#shared/incidents/incident-values.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { acknowledgeIncident, incidentsKey } from './incidents-api.ts'

interface AcknowledgeProps {
  readonly incident: {
    readonly id: string
    readonly title: string
    readonly status: string
    readonly acknowledged: string | null
  }
}

/** Says that somebody has seen an incident and is at it; since when, once somebody did. */
export function Acknowledge({ incident: { id, title, status, acknowledged } }: AcknowledgeProps) {
  const { allowed, reason } = useAllowed('write', 'incident')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => acknowledgeIncident(id),
    onError: (error) => showToast('error', `“${title}” is not acknowledged: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: incidentsKey }),
  })
  if (acknowledged !== null)
    return (
      <span className="dim">
        <Age at={acknowledged} /> ago
      </span>
    )
  if (isOver(status)) return null
  return (
    <Button small disabled={!allowed} disabledReason={reason} busy={isPending} onClick={() => mutate()}>
      Acknowledge
    </Button>
  )
}
