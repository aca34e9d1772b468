import type { CheckRow } from '#shared/health/check-row.ts'

export const latencyMeasures = ['p50', 'avg', 'p95', 'p99'] as const
export type LatencyMeasure = (typeof latencyMeasures)[number]

export const findMeasure = (latencyMs: CheckRow['latencyMs']): LatencyMeasure | null =>
  latencyMeasures.find((measure) => latencyMs[measure] !== null) ?? null
