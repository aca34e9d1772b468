import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { LinkedResource } from '#machines/incidents/link-types.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'
import { Button } from '#client/ui/button.tsx'

const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))

interface LinkToIncidentProps {
  readonly resource: LinkedResource
  readonly opensAtOnce: boolean
}

export function LinkToIncident({ resource, opensAtOnce }: LinkToIncidentProps) {
  const { allowed, reason } = useAllowed('write', 'incident')
  const by = useSession()?.user.id ?? ''
  const [isOpen, setOpen] = useState(opensAtOnce && allowed)
  const client = useQueryClient()
  // Detail pages of linked resources show their incidents too, so every query with this key is invalidated.
  const onLinked = useCallback(
    () => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(incidentsKey[0]) }),
    [client],
  )
  const onClose = useCallback(() => setOpen(false), [])
  return (
    <>
      <Button className="link-to-incident" disabled={!allowed} disabledReason={reason} onClick={() => setOpen(true)}>
        Link to incident
      </Button>
      {isOpen ? (
        <Suspense>
          <LinkDialog resource={resource} by={by} onLinked={onLinked} onClose={onClose} />
        </Suspense>
      ) : null}
    </>
  )
}
