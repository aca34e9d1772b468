import type { Job } from '#relay/backend/jobs/jobs.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import { deleteBatches } from '#relay/backend/rows/delete-batches.ts'
import type { Database } from '#relay/database/database.ts'

const batch = 10_000

export const auditRetentionJob = (database: Database, properties: Properties): Job => ({
  name: 'AuditRetention',
  schedule: '@every 1h',
  resourceType: 'audit_log',
  run: async () => {
    const days = await properties.number('audit.retention.days', 365, 1)
    const count = await deleteBatches(batch, async () => {
      const { affectedRows } = await database.query(
        `delete from audit_log where id in (
           select id from audit_log where at < now() - make_interval(hours => $1::int) order by at limit ${batch})`,
        [Math.round(days * 24)],
      )
      return affectedRows
    })
    return { count }
  },
})
