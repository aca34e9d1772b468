import { isMap } from '#shared/primitives/is-map.ts'

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

const bySeverity = (found: unknown): Record<string, unknown> => {
  const counts = isMap(found) ? found : {}
  return Object.fromEntries(
    [...new Set([...types, ...Object.keys(counts)])].map((type) => {
      const own = counts[type]
      return [type, { ...zeros(severities), ...(isMap(own) && own) }]
    }),
  )
}

/** Expressions may read each count of a component's summary, also of what does not occur. */
export const withZeros = (summary: unknown): Record<string, unknown> => {
  const { checks, incidents, insights, ...counts } = isMap(summary) ? summary : {}
  return {
    ...zeros(['healthy', 'unhealthy', 'warning', 'info']),
    ...counts,
    checks: { ...zeros(['healthy', 'unhealthy', 'warning']), ...(isMap(checks) && checks) },
    incidents: bySeverity(incidents),
    insights: bySeverity(insights),
  }
}
