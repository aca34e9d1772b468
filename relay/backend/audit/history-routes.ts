import type { FastifyPluginAsync } from 'fastify'
import type { AuditEntry } from '#shared/audit/audit-entry.ts'
import { historyMax, historyRoute, type HistoryTable } from '#shared/audit/history-route.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { notFound } from '#relay/errors/http-error.ts'

interface HistoryRoutesOptions {
  readonly database: Database
  readonly people: People
}

const relatedTables: Partial<Record<HistoryTable, readonly string[]>> = { teams: ['team_members'] }

export const historyRoutes: FastifyPluginAsync<HistoryRoutesOptions> = async (app, { database, people }) => {
  serve(app, historyRoute, async ({ query: { table, id }, viewer }) => {
    const seen = await readerFor(people, viewer).listRows(table, 'id', [id])
    if (seen.length === 0) throw notFound(`Row ${id} of ${table} not found.`)
    const { rows } = await database.query<AuditEntry>(
      `select id, to_json(at) #>> '{}' as at, person_id, person_name, action, table_name, row_id, row_name, changed, origin, before, after
         from audit_log where table_name = any($1) and row_id = $2 order by audit_log.at desc, id desc limit $3`,
      [[table, ...(relatedTables[table] ?? [])], id, historyMax + 1],
    )
    return {
      entries: rows.slice(0, historyMax),
      isCut: rows.length > historyMax,
    }
  })
}
