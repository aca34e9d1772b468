import { useQuery } from '@tanstack/react-query'
import { detailQuery } from '#client/features/health/detail/health-api.ts'
import { RunNow } from '#client/features/health/detail/run-now.tsx'
import type { PaletteResource } from '#client/features/shell/palette/hit.ts'
import { resourceActions } from './resource-actions.tsx'

function RunCheckNow({ id }: { readonly id: string }) {
  const { data: check } = useQuery(detailQuery(id))
  if (check?.canaries == null || check.deleted_at != null) return null
  const { canaries: canary, agents: agent } = check
  return <RunNow check={{ id, canaryId: canary.id, canaryName: canary.name, agentId: agent?.id ?? '' }} />
}

export function PaletteActions({ resource }: { readonly resource: PaletteResource }) {
  return (
    <>
      {resource.kind === 'check' ? <RunCheckNow id={resource.id} /> : null}
      {resourceActions(resource)}
    </>
  )
}
