import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { listColumns } from '#shared/primitives/row-values.ts'
import { findRow } from '#client/api/data-api.ts'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'
import { IncidentActions } from './incident-status.tsx'
import '#client/features/incidents/incident/incident.css'

const schema = z.object({
  id: z.string(),
  incident_id: z.string().nullable(),
  title: z.string(),
  status: z.string(),
  acknowledged: z.string().nullable(),
})

export function SavedIncidentActions({ id }: { readonly id: string }) {
  const client = useQueryClient()
  const { data: incident } = useQuery({
    queryKey: [...incidentsKey, 'actions', id],
    queryFn: ({ signal }) =>
      findRow('incidents', { row: schema, query: { id: `eq.${id}`, select: listColumns(schema) }, signal }),
  })
  if (incident == null) return null
  return (
    <IncidentActions incident={incident} onChange={() => void client.invalidateQueries({ queryKey: incidentsKey })} />
  )
}
