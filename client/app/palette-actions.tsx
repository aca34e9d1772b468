import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { AcknowledgeAction } from '#client/domain/health/acknowledge-action.tsx'
import { acknowledgedQuery } from '#client/domain/health/acknowledgement-api.ts'
import { Slot } from '#client/domain/slots/slot.tsx'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { detailQuery } from '#client/features/health/detail/health-api.ts'
import { RunNow } from '#client/features/health/detail/run-now.tsx'
import { RunSaved } from '#client/features/playbooks/run-dialog/run-saved.tsx'
import type { PaletteResource } from '#client/features/shell/palette/hit.ts'

const SavedIncidentActions = lazy(async () => ({
  default: (await import('#client/features/incidents/incident/status/saved-incident-actions.tsx')).SavedIncidentActions,
}))

function CheckActions({ id }: { readonly id: string }) {
  const { data: check } = useQuery(detailQuery(id))
  const { data: acknowledged } = useQuery({ ...acknowledgedQuery, enabled: hasOwnBackend() })
  if (check?.canaries == null || check.deleted_at != null) return null
  const { name, status, canaries: canary, agents: agent } = check
  const shown = { id, name, canaryId: canary.id, canaryName: canary.name, agentId: agent?.id ?? '' }
  return (
    <>
      <RunNow check={shown} />
      {status === 'unhealthy' && acknowledged !== undefined ? (
        <AcknowledgeAction check={{ ...shown, acknowledged: acknowledged.find((each) => each.id === id) ?? null }} />
      ) : null}
    </>
  )
}

export function PaletteActions({ resource }: { readonly resource: PaletteResource }) {
  const { kind, id, name } = resource
  if (kind === 'incident') return <SavedIncidentActions id={id} />
  if (kind === 'playbook') return <RunSaved id={id} isChanged={false} />
  return (
    <>
      {kind === 'check' ? <CheckActions id={id} /> : null}
      <Slot name="resourceActions" resource={{ kind, id, name }} />
    </>
  )
}
