import { listNames } from '#shared/primitives/list-names.ts'
import { toComponentHealth, countHealths } from './component-health.ts'
import { orderComponents, worstFirst } from './component-order.ts'
import type { ComponentRow } from './topology.ts'

export const failureLine = (component: ComponentRow, children: readonly ComponentRow[]): string | null => {
  const health = toComponentHealth(component)
  if (health === 'healthy' || health === 'unknown') return component.status_reason || null
  if (component.status_reason) return component.status_reason
  const counts = countHealths(children)
  const worst = counts.unhealthy > 0 ? 'unhealthy' : health
  if (counts[worst] === 0) return component.status || health
  const names = orderComponents(
    children.filter((child) => toComponentHealth(child) === worst),
    worstFirst,
  ).map(({ name }) => name)
  return `${counts[worst]} of ${children.length} ${worst}: ${listNames(names, 2)}`
}

export const childrenLine = (children: readonly ComponentRow[]): string => {
  const counts = countHealths(children)
  return (['unhealthy', 'warning', 'unknown', 'healthy'] as const)
    .flatMap((health) => (counts[health] === 0 ? [] : [`${counts[health]} ${health}`]))
    .join(', ')
}
