import type { Job } from '#relay/backend/jobs/jobs.ts'
import type { ArtifactStore } from '#relay/backend/artifacts/artifact-store.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import { deleteBatches } from '#relay/backend/rows/delete-batches.ts'
import type { Database } from '#relay/database/database.ts'
import type { RetentionShare } from '#relay/database/retention-share.ts'

const runRetentionDefaults = {
  'playbook.log.retention.days': 30,
  'playbook.run.retention.days': 365,
} as const
type Setting = keyof typeof runRetentionDefaults

const batch = 200

const applyRunRetention = async (
  database: Database,
  artifacts: ArtifactStore,
  readDays: (name: Setting) => Promise<number>,
): Promise<{ readonly logs: number; readonly runs: number }> => {
  const hours = async (name: Setting) => Math.round((await readDays(name)) * 24)
  const logs = await database.query(
    `delete from relay.playbook_action_log_chunks where action_id in (
       select id from playbook_run_actions where end_time < now() - make_interval(hours => $1::int))`,
    [await hours('playbook.log.retention.days')],
  )
  const runs = await deleteBatches(batch, async () =>
    deleteRuns(database, artifacts, await hours('playbook.run.retention.days')),
  )
  if (database.kind === 'embedded') await database.query('vacuum (analyze) relay.playbook_action_log_chunks')
  return { logs: logs.affectedRows, runs }
}

const deleteRuns = async (database: Database, artifacts: ArtifactStore, hours: number): Promise<number> => {
  const files = await database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ id: string }>(
      `select id from playbook_runs as runs where end_time < now() - make_interval(hours => $1::int)
          and not exists (select 1 from playbook_runs as children where children.parent_id = runs.id)
        order by end_time limit ${batch}`,
      [hours],
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return { count: 0, artifacts: [] }
    const removed = await transaction.query<{ id: string }>(
      `delete from artifacts where playbook_run_action_id in
         (select id from playbook_run_actions where playbook_run_id = any($1::uuid[])) returning id`,
      [ids],
    )
    await transaction.query(
      'update notification_send_history set playbook_run_id = null where playbook_run_id = any($1::uuid[])',
      [ids],
    )
    await transaction.query('delete from playbook_run_actions where playbook_run_id = any($1::uuid[])', [ids])
    await transaction.query('delete from playbook_runs where id = any($1::uuid[])', [ids])
    return { count: ids.length, artifacts: removed.rows.map(({ id }) => id) }
  })
  await artifacts.remove(files.artifacts)
  return files.count
}

/** Low disk space shortens the retention of outputs but not of runs, which are needed for audits. */
export const runRetentionJob = (
  database: Database,
  artifacts: ArtifactStore,
  properties: Properties,
  share: RetentionShare,
): Job => {
  const readDays = async (name: Setting) => {
    const days = await properties.number(name, runRetentionDefaults[name], 0)
    return name === 'playbook.log.retention.days' ? days * share.current() : days
  }
  return {
    name: 'PlaybookRetention',
    schedule: '@every 1h',
    resourceType: 'playbook',
    run: async () => {
      const details = await applyRunRetention(database, artifacts, readDays)
      return { count: details.logs + details.runs, details }
    },
  }
}
