import type { FastifyBaseLogger } from 'fastify'
import { auditRetentionJob } from '#relay/backend/audit/audit-retention.ts'
import type { ArtifactStore } from '#relay/backend/artifacts/artifact-store.ts'
import { retentionJob } from '#relay/backend/checks/store/retention.ts'
import { rollUpJob } from '#relay/backend/checks/store/roll-up.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import type { Database } from '#relay/database/database.ts'
import type { RetentionShare } from '#relay/database/retention-share.ts'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import { startJobs, type Job } from '#relay/backend/jobs/jobs.ts'
import type { Work } from '#relay/backend/schedule/work.ts'

interface UpkeepOptions {
  readonly database: Database
  readonly properties: Properties
  readonly retentionShare: RetentionShare
  readonly artifacts: ArtifactStore
  readonly retentions: readonly Job[]
  readonly jobs: readonly Job[]
  readonly work: Work
  readonly onJob: (run: JobRun) => void
  readonly log: FastifyBaseLogger
}

export const startUpkeep = ({
  database,
  properties,
  retentionShare,
  artifacts,
  retentions,
  jobs: others,
  work,
  onJob,
  log,
}: UpkeepOptions) => {
  const removing = [
    retentionJob({ database, artifacts, properties, share: retentionShare }),
    auditRetentionJob(database, properties),
    ...retentions,
  ]
  const jobs = startJobs([rollUpJob(database), ...removing, ...others], { work, onJob, log })
  const unfollowRoom = retentionShare.onTight(() => {
    for (const { name } of removing) void jobs.runNow(name)
  })
  return {
    countJobs: () => jobs.countOwned(),
    stop: async (): Promise<void> => {
      unfollowRoom()
      await jobs.stop()
    },
  }
}
