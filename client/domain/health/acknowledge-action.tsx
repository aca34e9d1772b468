import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { actOnChecks } from '#shared/access/check-right.ts'
import type { Acknowledgement } from '#shared/health/acknowledgement.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { acknowledgedQuery, unacknowledgeCheck } from './acknowledgement-api.ts'

const AcknowledgeDialog = lazy(async () => ({
  default: (await import('./acknowledge-dialog.tsx')).AcknowledgeDialog,
}))

interface AcknowledgeActionProps {
  readonly check: {
    readonly id: string
    readonly name: string
    readonly canaryId: string
    readonly canaryName: string
    readonly acknowledged: Acknowledgement | null
  }
}

/** For failing checks. Other backends do not store acknowledgements. */
export function AcknowledgeAction({ check }: AcknowledgeActionProps) {
  const about = { canary: { id: check.canaryId, name: check.canaryName } }
  const { allowed } = useAllowed(actOnChecks.action, actOnChecks.resource, { about })
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: acknowledgedQuery.queryKey })
  const { mutate, isPending } = useMutation({
    mutationFn: () => unacknowledgeCheck(check.id),
    onError: (error) => showToast('error', `The acknowledgement was not removed: ${error.message}`),
    onSettled: refresh,
  })
  if (!allowed || !hasOwnBackend()) return null
  if (check.acknowledged !== null)
    return (
      <Button busy={isPending} onClick={() => mutate()}>
        Remove acknowledgement
      </Button>
    )
  return (
    <>
      <Button onClick={() => setOpen(true)}>Acknowledge</Button>
      {isOpen ? (
        <Suspense>
          <AcknowledgeDialog check={check} onDone={refresh} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
