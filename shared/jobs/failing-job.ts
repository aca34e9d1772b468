import { z } from 'zod'
import { jobRunSchema } from '#shared/jobs/job-run.ts'

const failingJobSchema = z.object({
  kind: z.literal('failing'),
  run: jobRunSchema,
  firstSeen: z.string(),
  streak: z.number(),
  streakIsLonger: z.boolean(),
  /** Finished runs, oldest first: `p` succeeded, `m` with warnings, `f` failed. */
  recent: z.string(),
  nextAt: z.string().nullable(),
})
export type FailingJob = z.infer<typeof failingJobSchema>

const jobFactsSchema = z.object({
  kind: z.literal('facts'),
  runs: z.number().nullable(),
  newestAt: z.string().nullable(),
  lastBadAt: z.string().nullable(),
  beyond: z.number(),
})
export type JobFacts = z.infer<typeof jobFactsSchema>

export const failingRowSchema = z.discriminatedUnion('kind', [failingJobSchema, jobFactsSchema])
export type FailingRow = z.infer<typeof failingRowSchema>
