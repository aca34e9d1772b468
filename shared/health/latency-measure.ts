import type { CheckRow } from '#shared/health/check-row.ts'

/** In the order in which one stands for the others. */
export const latencyMeasures = ['p50', 'avg', 'p95', 'p99'] as const
export type LatencyMeasure = (typeof latencyMeasures)[number]

/** The first measure that the backend gives; null when it gives none. */
export const findMeasure = (latencyMs: CheckRow['latencyMs']): LatencyMeasure | null =>
  latencyMeasures.find((measure) => latencyMs[measure] !== null) ?? null
