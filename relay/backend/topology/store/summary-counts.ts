import type { ComponentSummary } from '#shared/topology/topology.ts'

const types = [
  'availability',
  'compliance',
  'cost',
  'integration',
  'other',
  'performance',
  'recommendation',
  'reliability',
  'security',
  'technical_debt',
  'technicalDebt',
]
const severities = ['critical', 'blocker', 'high', 'medium', 'Medium', 'warning', 'low', 'info']

const zeros = (keys: readonly string[]): Record<string, number> => Object.fromEntries(keys.map((key) => [key, 0]))

const bySeverity = (found: ComponentSummary['incidents']): Record<string, Record<string, number>> =>
  Object.fromEntries(
    [...new Set([...types, ...Object.keys(found ?? {})])].map((type) => [
      type,
      { ...zeros(severities), ...found?.[type] },
    ]),
  )

/** Expressions may read each count, also of what does not occur. */
export const withZeros = (summary: ComponentSummary) => ({
  ...zeros(['healthy', 'unhealthy', 'warning', 'info']),
  ...summary,
  checks: { ...zeros(['healthy', 'unhealthy', 'warning']), ...summary.checks },
  incidents: bySeverity(summary.incidents),
  insights: bySeverity(summary.insights),
})
