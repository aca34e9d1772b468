import { z } from 'zod'
import { acknowledgementSchema } from '#shared/health/acknowledgement.ts'
import { confirmingSchema, recentResultsMax, type CheckSummary } from '#shared/health/check-summary.ts'

export const checkRowSchema = z.object({
  id: z.string(),
  canaryId: z.string(),
  canaryName: z.string(),
  name: z.string(),
  namespace: z.string(),
  type: z.string(),
  description: z.string(),
  endpoint: z.string(),
  agentId: z.string(),
  labels: z.record(z.string(), z.string()),
  status: z.string(),
  severity: z.string(),
  owner: z.string(),
  message: z.string(),
  problem: z.string(),
  warnings: z.array(z.string()),
  dependsOn: z.array(z.string()),
  /** The failing check that it depends on. */
  notEvaluated: z.object({ id: z.string(), name: z.string() }).nullable(),
  confirming: confirmingSchema.nullable(),
  passed: z.number(),
  failed: z.number(),
  latencyMs: z.object({
    p50: z.number().nullable(),
    p95: z.number().nullable(),
    p99: z.number().nullable(),
    avg: z.number().nullable(),
  }),
  lastRuntime: z.string().nullable(),
  nextRuntime: z.string().nullable(),
  lastTransition: z.string().nullable(),
  lastFail: z.string().nullable(),
  schedule: z.string(),
  intervalMs: z.number().nullable(),
  silencedAt: z.string().nullable(),
  acknowledged: acknowledgementSchema.nullable().default(null),
  /** Oldest first: `p` passed, `f` failed. */
  recent: z.string(),
  /** Milliseconds, one per character of `recent`; null if not measured. */
  recentMs: z.array(z.number().nullable()),
})
export type CheckRow = z.infer<typeof checkRowSchema>

export const toCheckRow = (summary: CheckSummary): CheckRow => {
  const recent = (summary.checkStatuses ?? []).slice(-recentResultsMax)
  return {
    id: summary.id,
    canaryId: summary.canary_id,
    canaryName: summary.canary_name ?? '',
    name: summary.name,
    namespace: summary.namespace || summary.canary_namespace || '',
    type: summary.type,
    description: summary.description ?? '',
    endpoint: summary.endpoint ?? '',
    agentId: summary.agent_id ?? '',
    labels: summary.labels ?? {},
    status: summary.status ?? '',
    severity: summary.severity ?? '',
    owner: summary.owner ?? '',
    message: summary.message ?? '',
    problem: summary.problem ?? '',
    warnings: summary.warnings ?? [],
    dependsOn: summary.depends_on ?? [],
    notEvaluated: summary.not_evaluated ?? null,
    confirming: summary.confirming ?? null,
    passed: summary.uptime?.passed ?? 0,
    failed: summary.uptime?.failed ?? 0,
    latencyMs: {
      p50: summary.latency?.p50 ?? null,
      p95: summary.latency?.p95 ?? null,
      p99: summary.latency?.p99 ?? null,
      avg: summary.latency?.avg ?? null,
    },
    lastRuntime: summary.last_runtime ?? null,
    nextRuntime: summary.next_runtime ?? null,
    lastTransition: summary.last_transition_time ?? null,
    lastFail: summary.uptime?.last_fail ?? null,
    schedule: summary.schedule ?? '',
    intervalMs: summary.interval_ms ?? null,
    silencedAt: summary.silenced_at ?? null,
    acknowledged: summary.acknowledged ?? null,
    recent: recent.map((result) => (result.status ? 'p' : 'f')).join(''),
    recentMs: recent.map((result) => result.duration ?? null),
  }
}
