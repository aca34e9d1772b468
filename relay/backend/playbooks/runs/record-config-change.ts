import type { StoredRun } from './run-store.ts'
import type { Queryable } from '#relay/database/database.ts'

export const recordConfigChange = async (
  database: Queryable,
  run: Pick<StoredRun, 'id' | 'config_id' | 'playbook_id' | 'created_by'>,
  changeType: string,
  playbookName: string,
): Promise<void> => {
  await database.query(
    `insert into config_changes (config_id, external_change_id, change_type, severity, source, summary, details, created_by)
     values ($1, $2, $3, 'info', 'playbook', $4, $5::jsonb, $6) on conflict do nothing`,
    [
      run.config_id,
      `${run.id} ${changeType}`,
      changeType,
      playbookName,
      JSON.stringify({ run_id: run.id, playbook_id: run.playbook_id }),
      run.created_by?.id ?? null,
    ],
  )
}
