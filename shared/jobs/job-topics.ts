import { z } from 'zod'
import { failingRowSchema, type FailingRow } from '#shared/jobs/failing-job.ts'
import { jobFilterSchema, jobListRowSchema, type JobFilter, type JobListRow } from '#shared/jobs/job-run.ts'
import { defineTopic } from '#shared/live/topic.ts'

export const jobHistory = defineTopic<JobFilter, JobListRow>({
  name: 'jobs.history',
  params: jobFilterSchema,
  row: jobListRowSchema,
  getKey: (row) => (row.kind === 'totals' ? 'totals' : row.id),
  // Job runs share the access object of integrations.
  resource: 'integrations',
  shows: ['job_histories'],
  changedBy: ['job_history'],
  pollEveryMs: 10_000,
  staleAfterMs: 30_000,
  hintGapMs: 2_000,
})

export const failingJobs = defineTopic<Record<string, never>, FailingRow>({
  name: 'jobs.failing',
  params: z.strictObject({}),
  row: failingRowSchema,
  getKey: (row) => {
    if (row.kind === 'facts') return 'facts'
    const { name, resourceType, resourceId, agent } = row.run
    return JSON.stringify([name, resourceType, resourceId, agent?.id ?? ''])
  },
  // Job runs share the access object of integrations.
  resource: 'integrations',
  shows: ['job_histories'],
  changedBy: ['job_history'],
  pollEveryMs: 10_000,
  staleAfterMs: 30_000,
  hintGapMs: 2_000,
})
