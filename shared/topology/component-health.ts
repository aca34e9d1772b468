export const componentHealths = ['unhealthy', 'warning', 'unknown', 'healthy'] as const
type ComponentHealth = (typeof componentHealths)[number]

const healthByText: Readonly<Record<string, ComponentHealth>> = {
  unhealthy: 'unhealthy',
  error: 'unhealthy',
  warning: 'warning',
  healthy: 'healthy',
  info: 'healthy',
}

interface Judged {
  readonly health?: string | null | undefined
  readonly status?: string | null | undefined
}

export const toComponentHealth = ({ health, status }: Judged): ComponentHealth =>
  healthByText[(health || status || '').toLowerCase()] ?? 'unknown'

export const healthRank = (component: Judged): number => componentHealths.indexOf(toComponentHealth(component))

export const countHealths = (components: Iterable<Judged>): Readonly<Record<ComponentHealth, number>> => {
  const counts = { unhealthy: 0, warning: 0, unknown: 0, healthy: 0 }
  for (const component of components) counts[toComponentHealth(component)] += 1
  return counts
}
