import { z } from 'zod'
import { failingRowSchema, type FailingRow } from '#shared/jobs/failing-job.ts'
import { jobFilterSchema, jobListRowSchema, type JobFilter, type JobListRow } from '#shared/jobs/job-run.ts'
import { defineTopic } from '#shared/live/topic.ts'

/** One page of the job history, and how many runs match (ledger JOBS-01). */
export const jobHistory = defineTopic<JobFilter, JobListRow>({
  name: 'jobs.history',
  params: jobFilterSchema,
  row: jobListRowSchema,
  getKey: (row) => (row.kind === 'totals' ? 'totals' : row.id),
  // Job runs belong to the same object of access as integrations.
  resource: 'integrations',
  pollEveryMs: 10_000,
  staleAfterMs: 30_000,
  hintGapMs: 2_000,
})

/** The jobs that fail now, one row each, and what is known of the others. */
export const failingJobs = defineTopic<Record<string, never>, FailingRow>({
  name: 'jobs.failing',
  params: z.strictObject({}),
  row: failingRowSchema,
  getKey: (row) => {
    if (row.kind === 'facts') return 'facts'
    const { name, resourceType, resourceId, agent } = row.run
    return JSON.stringify([name, resourceType, resourceId, agent?.id ?? ''])
  },
  // Job runs belong to the same object of access as integrations.
  resource: 'integrations',
  pollEveryMs: 10_000,
  staleAfterMs: 30_000,
  hintGapMs: 2_000,
})
