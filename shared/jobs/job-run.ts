import { z } from 'zod'
import { detailParts, listErrors, partsWithData } from '#shared/jobs/job-details.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import { nullableMoment, nullableNumber, nullableText } from '#shared/primitives/row-values.ts'

export const jobHistorySchema = z.object({
  id: z.string(),
  name: nullableText,
  agent_id: nullableText,
  agent: z.object({ id: z.string(), name: nullableText }).nullish(),
  resource_type: nullableText,
  resource_id: nullableText,
  resource_name: nullableText,
  status: nullableText,
  success_count: nullableNumber,
  error_count: nullableNumber,
  duration_millis: nullableNumber,
  time_start: nullableMoment,
  created_at: z.string(),
  details: z.unknown().optional(),
})
type JobHistory = z.infer<typeof jobHistorySchema>

export const jobRunSchema = z.object({
  kind: z.literal('run'),
  id: z.string(),
  name: z.string(),
  agent: z.object({ id: z.string(), name: z.string() }).nullable(),
  resourceType: z.string(),
  resourceId: z.string(),
  resourceName: z.string(),
  status: z.string(),
  succeeded: z.number(),
  failed: z.number(),
  durationMs: z.number().nullable(),
  startedAt: z.string(),
  message: z.string(),
  parts: z.array(z.enum(detailParts)),
  usual: z.object({ ms: z.number(), count: z.number() }).nullable(),
})
export type JobRun = z.infer<typeof jobRunSchema>

const messageMax = 500

const toAgent = ({ agent, agent_id: id }: JobHistory): JobRun['agent'] => {
  if (id === null || id === localAgent) return null
  return { id, name: agent?.name ?? id }
}

export const toJobRun = (row: JobHistory): JobRun => ({
  kind: 'run',
  id: row.id,
  name: row.name ?? '',
  agent: toAgent(row),
  resourceType: row.resource_type ?? '',
  resourceId: row.resource_id ?? '',
  resourceName: row.resource_name ?? '',
  status: row.status ?? '',
  succeeded: row.success_count ?? 0,
  failed: row.error_count ?? 0,
  durationMs: row.duration_millis,
  startedAt: row.time_start ?? row.created_at,
  message: listErrors(row.details)[0]?.text.slice(0, messageMax) ?? '',
  parts: partsWithData(row.details),
  usual: null,
})

const jobTotalsSchema = z.object({
  kind: z.literal('totals'),
  all: z.number().nullable(),
  hiddenGood: z.number().nullable(),
})
export type JobTotals = z.infer<typeof jobTotalsSchema>

export const jobListRowSchema = z.discriminatedUnion('kind', [jobRunSchema, jobTotalsSchema])
export type JobListRow = z.infer<typeof jobListRowSchema>

const filterText = z.string().max(2_000).optional()

/** Texts use the `{column}.filter` format: `a,!b`. */
export const jobFilterSchema = z.strictObject({
  names: filterText,
  types: filterText,
  statuses: filterText,
  resourceId: z.string().max(200).optional(),
  atLeastMs: z.int().positive().optional(),
  lastMs: z.int().positive().optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  sortBy: z.enum(['created_at', 'name', 'resource_type', 'status', 'duration_millis', 'success_count', 'error_count']),
  descending: z.boolean(),
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(1_000),
})
export type JobFilter = z.infer<typeof jobFilterSchema>
