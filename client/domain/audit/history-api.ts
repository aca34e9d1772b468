import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { AuditEntry } from '#shared/audit/audit-entry.ts'
import { historyRoute, type HistoryTable } from '#shared/audit/history-route.ts'
import { sameJson } from '#shared/primitives/same-json.ts'
import { call } from '#client/api/call.ts'
import { clients } from '#client/api/clients.ts'
import { findRow } from '#client/api/data-api.ts'

export type Row = Readonly<Record<string, unknown>>

const rowSchema = z.record(z.string(), z.unknown())

const historyKey = ['history'] as const

export const historyQuery = (table: HistoryTable, id: string) =>
  queryOptions({
    queryKey: [...historyKey, table, id],
    queryFn: ({ signal }) => call(historyRoute, { query: { table, id }, signal }),
    refetchInterval: 10_000,
  })

export const currentQuery = (table: HistoryTable, id: string) =>
  queryOptions({
    queryKey: [...historyKey, 'current', table, id],
    queryFn: async ({ signal }) =>
      await findRow(table, { row: rowSchema, query: { id: `eq.${id}`, select: '*' }, signal }),
    staleTime: 0,
  })

const keptColumns = new Set(
  'id agent_id source created_at created_by updated_at updated_by deleted_at is_pushed error last_runtime'.split(' '),
)
const hidden = '***'

/** Undoes every entry since `entry`, newest first. Secrets keep their current value. */
export const restoreChanges = (entries: readonly AuditEntry[], entry: AuditEntry, current: Row): Row => {
  const since = entries.slice(
    0,
    entries.findIndex(({ id }) => id === entry.id),
  )
  const then = Object.fromEntries(
    since.flatMap(({ action, table_name: table, before }) =>
      action === 'changed' && table === entry.table_name ? Object.entries(before ?? {}) : [],
    ),
  )
  return Object.fromEntries(
    Object.entries(then).filter(
      ([name, value]) => !keptColumns.has(name) && value !== hidden && !sameJson(value, current[name]),
    ),
  )
}

export const restore = async (table: HistoryTable, current: Row, changes: Row): Promise<void> => {
  const { data } = await clients.data(`/${table}`, {
    method: 'PATCH',
    query: { id: `eq.${String(current['id'])}`, updated_at: `eq.${String(current['updated_at'])}`, select: 'id' },
    body: changes,
    schema: z.array(z.unknown()),
  })
  if (data.length === 0)
    throw new Error(
      'Nothing was restored: the resource was changed or deleted in the meantime. Review its current state.',
    )
}
