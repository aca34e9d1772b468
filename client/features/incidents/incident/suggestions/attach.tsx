import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { LinkedResource } from '#machines/incidents/link-types.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { addRoot, attachEvidence } from '#client/features/incidents/link/link-api.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'

export interface AttachTo {
  readonly incidentId: string
  readonly hypothesisId: string | null
  readonly title: string
}

interface AttachProps {
  readonly resource: LinkedResource
  readonly reason: string
  readonly to: AttachTo
  readonly onAttached: () => void
}

export function Attach({ resource, reason, to, onAttached }: AttachProps) {
  const { allowed, reason: missing } = useAllowed('write', 'incident')
  const by = useSession()?.user.id ?? ''
  const isSent = useRef(false)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async () => {
      const { incidentId, title } = to
      const hypothesisId = to.hypothesisId ?? (await addRoot({ incidentId, title }, by)).id
      await attachEvidence({ resource, hypothesisId, description: `${resource.name}: ${reason}` }, by)
    },
    onSuccess: onAttached,
    onError: (error) => {
      isSent.current = false
      showToast('error', `${resource.name} not attached: ${error.message}`)
    },
  })
  if (isSuccess) return <span className="dim">attached</span>
  return (
    <Button
      small
      className="suggestion-attach"
      busy={isPending}
      disabled={!allowed}
      disabledReason={missing}
      aria-label={`Attach ${resource.name}`}
      onClick={() => {
        if (isSent.current) return
        isSent.current = true
        mutate()
      }}
    >
      Attach
    </Button>
  )
}

export const attachByKey = (event: React.KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'a' || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return
  const attach = event.target.closest('li')?.querySelector<HTMLButtonElement>('.suggestion-attach')
  if (attach === null || attach === undefined) return
  event.preventDefault()
  event.stopPropagation()
  attach.click()
}
