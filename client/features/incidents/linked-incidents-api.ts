import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { isOver } from '#shared/incidents/incident-values.ts'
import { listRows } from '#client/api/data-api.ts'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'

const relations = {
  config: { relation: 'incidents_by_config', column: 'config_id' },
  component: { relation: 'incidents_by_component', column: 'component_id' },
} as const

const shownMax = 50

const nullableText = z
  .string()
  .nullish()
  .transform((text) => text ?? null)
const rowSchema = z.object({
  id: z.string(),
  title: z.string(),
  type: nullableText,
  status: z.string(),
  severity: nullableText,
  created_at: nullableText,
})
export type LinkedIncident = z.infer<typeof rowSchema>

export interface AffectedResource {
  readonly kind: keyof typeof relations
  readonly id: string
}

export const linkedIncidentsQuery = ({ kind, id }: AffectedResource) =>
  queryOptions({
    queryKey: [...incidentsKey, 'of', kind, id],
    queryFn: async ({ signal }) => {
      const { relation, column } = relations[kind]
      const query = { [column]: `eq.${id}`, order: 'created_at.desc', limit: shownMax }
      const { rows } = await listRows(relation, { row: rowSchema, query, signal })
      return rows.toSorted((one, other) => Number(isOver(one.status)) - Number(isOver(other.status)))
    },
  })
