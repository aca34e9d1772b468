import { z } from 'zod'
import { nullableMoment } from '#shared/primitives/row-values.ts'
import { acknowledgementSchema } from './acknowledgement.ts'

/** A turn that needs further results: `seen` of `needed` among the newest `of`. */
export const confirmingSchema = z.object({
  kind: z.enum(['failures', 'passes']),
  seen: z.number(),
  needed: z.number(),
  of: z.number(),
})

/**
 * Fields after `deleted_at` are our own extension (ledger HEALTH-26); other backends omit them. Durations are in
 * milliseconds.
 */
export const checkSummarySchema = z.object({
  id: z.string(),
  canary_id: z.string(),
  canary_name: z.string().nullish(),
  canary_namespace: z.string().nullish(),
  name: z.string(),
  namespace: z.string().nullish(),
  type: z.string(),
  icon: z.string().nullish(),
  description: z.string().nullish(),
  labels: z.record(z.string(), z.string()).nullish(),
  status: z.string().nullish(),
  severity: z.string().nullish(),
  owner: z.string().nullish(),
  uptime: z
    .object({
      passed: z.number().nullish(),
      failed: z.number().nullish(),
      last_pass: z.string().nullish(),
      last_fail: nullableMoment.optional(),
    })
    .nullish(),
  latency: z
    .object({
      p99: z.number().nullish(),
      p95: z.number().nullish(),
      p50: z.number().nullish(),
      avg: z.number().nullish(),
    })
    .nullish(),
  last_transition_time: nullableMoment.optional(),
  last_runtime: nullableMoment.optional(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  deleted_at: z.string().nullish(),
  silenced_at: nullableMoment.optional(),
  acknowledged: acknowledgementSchema.nullish(),
  agent_id: z.string().nullish(),
  endpoint: z.string().nullish(),
  message: z.string().nullish(),
  schedule: z.string().nullish(),
  interval_ms: z.number().nullish(),
  next_runtime: nullableMoment.optional(),
  problem: z.string().nullish(),
  /** About the last run, whose result they do not change. */
  warnings: z.array(z.string()).nullish(),
  depends_on: z.array(z.string()).nullish(),
  not_evaluated: z.object({ id: z.string(), name: z.string() }).nullish(),
  confirming: confirmingSchema.nullish(),
  checkStatuses: z
    .array(
      z.object({
        time: z.string(),
        status: z.boolean(),
        duration: z.number().nullish(),
        mixed: z.boolean().optional(),
      }),
    )
    .nullish(),
})
export type CheckSummary = z.infer<typeof checkSummarySchema>

export const checkSummaryResponseSchema = z.object({
  duration: z.number().optional(),
  runnerName: z.string().optional(),
  checks_summary: z.array(checkSummarySchema).nullish(),
})

export const recentResultsMax = 30
