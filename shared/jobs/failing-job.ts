import { z } from 'zod'
import { jobRunSchema } from '#shared/jobs/job-run.ts'

/** A job that fails now: its newest run on one resource, and since when runs went wrong without a good one between. */
const failingJobSchema = z.object({
  kind: z.literal('failing'),
  run: jobRunSchema,
  firstSeen: z.string(),
  streak: z.number(),
  /** All runs that were looked at went wrong: the streak is longer. */
  streakIsLonger: z.boolean(),
})
export type FailingJob = z.infer<typeof failingJobSchema>

/** What is known beside the failing ones. */
const jobFactsSchema = z.object({
  kind: z.literal('facts'),
  /** In the last 24 hours; null where the backend does not count. */
  runs: z.number().nullable(),
  newestAt: z.string().nullable(),
  /** When a run last went wrong, within the days that are looked back. */
  lastBadAt: z.string().nullable(),
  /** Jobs that were in trouble and are not looked at, because there are too many. */
  beyond: z.number(),
})
export type JobFacts = z.infer<typeof jobFactsSchema>

export const failingRowSchema = z.discriminatedUnion('kind', [failingJobSchema, jobFactsSchema])
export type FailingRow = z.infer<typeof failingRowSchema>
