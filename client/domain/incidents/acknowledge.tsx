import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isOver } from '#shared/incidents/incident-values.ts'
import { updateRows } from '#client/api/data-api.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { incidentsKey } from './incidents-key.ts'

export const acknowledgeIncident = async (id: string): Promise<void> => {
  const query = { id: `eq.${id}`, acknowledged: 'is.null' }
  const body = { acknowledged: new Date().toISOString() }
  await updateRows('incidents', query, body)
}

interface AcknowledgeProps {
  readonly incident: {
    readonly id: string
    readonly title: string
    readonly status: string
    readonly acknowledged: string | null
  }
  readonly onDone?: () => void
  /** Leaves a button where it was pressed, so that no other one moves there. */
  readonly keepsPlace?: boolean
}

export function Acknowledge({ incident, onDone, keepsPlace = false }: AcknowledgeProps) {
  const { id, title, status, acknowledged } = incident
  const { allowed, reason } = useAllowed('write', 'incident')
  const client = useQueryClient()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => acknowledgeIncident(id),
    onError: (error) => showToast('error', `“${title}” was not acknowledged: ${error.message}`),
    onSettled: async () => {
      onDone?.()
      await client.invalidateQueries({ queryKey: incidentsKey })
    },
  })
  if (keepsPlace && isSuccess && acknowledged !== null)
    return (
      <Button small disabled>
        Acknowledged
      </Button>
    )
  if (acknowledged !== null)
    return keepsPlace ? null : (
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
