import { checkReportSchema, type CheckReport } from '#shared/health/check-report.ts'
import type { StatusRow } from '#relay/backend/checks/store/status-store.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

export const writeReports = async (database: Queryable, rows: readonly StatusRow[]): Promise<void> => {
  const newest = new Map(
    rows.flatMap(({ checkId, report }) => (report === undefined ? [] : [[checkId, report] as const])),
  )
  if (newest.size === 0) return
  await database.query(
    `insert into relay.check_reports (check_id, report)
     select given.check_id, given.report
       from jsonb_to_recordset($1::jsonb) as given (check_id uuid, report jsonb)
       join checks on checks.id = given.check_id
     on conflict (check_id) do update set report = excluded.report`,
    [storableJson([...newest].map(([checkId, report]) => ({ check_id: checkId, report })))],
  )
}

export const readReport = async (database: Queryable, checkId: string): Promise<CheckReport | undefined> => {
  const { rows } = await database.query<{ report: unknown }>(
    'select report from relay.check_reports where check_id = $1',
    [checkId],
  )
  return checkReportSchema.safeParse(rows[0]?.report).data
}
