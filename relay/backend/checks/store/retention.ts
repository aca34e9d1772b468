import { deleteBatches } from '#relay/backend/rows/delete-batches.ts'
import type { Database } from '#relay/database/database.ts'
import type { RetentionShare } from '#relay/database/retention-share.ts'
import type { ArtifactStore } from '#relay/backend/artifacts/artifact-store.ts'
import type { Job } from '#relay/backend/jobs/jobs.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'

export const retentionDefaults = {
  'check.status.retention.days': 7,
  'check.status.retention.rows': 3_000_000,
  'check.status.1h.retention.days': 90,
  'check.status.1d.retention.days': 1_825,
  'job.history.retention.days': 30,
} as const
type Setting = keyof typeof retentionDefaults

const shrinking: ReadonlySet<Setting> = new Set([
  'check.status.retention.days',
  'check.status.retention.rows',
  'job.history.retention.days',
])

const batch = 20_000

const deleteAll = (database: Database, from: string, where: string, parameters: unknown[]): Promise<number> =>
  deleteBatches(batch, async () => {
    const { affectedRows } = await database.query(
      `delete from ${from} where ctid = any(array(select ctid from ${from} where ${where} limit ${batch}))`,
      parameters,
    )
    return affectedRows
  })

const olderThan = (column: string) => `${column} < now() - make_interval(hours => $1::int)`

/** A console that reports upstream retains unreported rows, up to the maximum number of results. */
const isReported = '(is_pushed or not exists (select from relay.push_state))'

export const applyRetention = async (
  database: Database,
  loadSetting: (name: Setting) => Promise<number>,
): Promise<Record<string, number>> => {
  const hours = async (name: Setting) => [Math.round((await loadSetting(name)) * 24)]
  const deleted: Record<string, number> = {
    check_statuses: await deleteAll(
      database,
      'check_statuses',
      `${olderThan('time')} and ${isReported}`,
      await hours('check.status.retention.days'),
    ),
    check_statuses_1h: await deleteAll(
      database,
      'check_statuses_1h',
      olderThan('created_at'),
      await hours('check.status.1h.retention.days'),
    ),
    check_statuses_1d: await deleteAll(
      database,
      'check_statuses_1d',
      olderThan('created_at'),
      await hours('check.status.1d.retention.days'),
    ),
    job_history: await deleteAll(
      database,
      'job_history',
      `status is distinct from 'SUCCESS' and ${olderThan('time_start')}`,
      await hours('job.history.retention.days'),
    ),
  }
  const { rows } = await database.query<{ time: string }>(
    'select time from check_statuses order by time desc offset $1 limit 1',
    [Math.round(await loadSetting('check.status.retention.rows'))],
  )
  const [beyond] = rows
  if (beyond !== undefined) {
    const over = await deleteAll(database, 'check_statuses', 'time <= $1::timestamptz', [beyond.time])
    deleted['check_statuses'] = (deleted['check_statuses'] ?? 0) + over
  }
  if (database.kind === 'embedded') {
    for (const table of ['checks', 'check_statuses', 'job_history']) await database.query(`vacuum (analyze) ${table}`)
  }
  return deleted
}

interface RetentionJobOptions {
  readonly database: Database
  readonly artifacts: ArtifactStore
  readonly properties: Properties
  readonly share: RetentionShare
}

export const retentionJob = ({ database, artifacts, properties, share }: RetentionJobOptions): Job => {
  const loadSetting = async (name: Setting) => {
    const setting = await properties.number(name, retentionDefaults[name], 0)
    return shrinking.has(name) ? setting * share.current() : setting
  }
  return {
    name: 'Retention',
    schedule: '@every 1h',
    resourceType: 'check_statuses',
    run: async () => {
      const days = await loadSetting('check.status.retention.days')
      const details = {
        ...(await applyRetention(database, loadSetting)),
        artifacts: await artifacts.removeOfResults(Math.round(days * 24)),
      }
      return { count: Object.values(details).reduce((sum, count) => sum + count, 0), details }
    },
  }
}
