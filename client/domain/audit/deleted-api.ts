import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { HistoryTable } from '#shared/audit/history-route.ts'
import { clients } from '#client/api/clients.ts'
import { findRow } from '#client/api/data-api.ts'
import { nullableText } from '#shared/primitives/row-values.ts'

const deletedSchema = z.object({
  id: z.string(),
  name: z.string(),
  source: nullableText,
  agent_id: nullableText,
  deleted_at: z.string(),
})

export const deletedQuery = (table: HistoryTable, id: string) =>
  queryOptions({
    queryKey: ['history', 'deleted', table, id],
    queryFn: async ({ signal }) => {
      const query = { id: `eq.${id}`, deleted_at: 'not.is.null', select: '*' }
      return findRow(table, { row: deletedSchema, query, signal })
    },
  })

export const undelete = async (table: HistoryTable, id: string): Promise<void> => {
  const { data } = await clients.data(`/${table}`, {
    method: 'PATCH',
    query: { id: `eq.${id}`, deleted_at: 'not.is.null', select: 'id' },
    body: { deleted_at: null },
    schema: z.array(z.unknown()),
  })
  if (data.length === 0)
    throw new Error('The resource is no longer deleted, or you do not have permission to change it. Reload the page.')
}
