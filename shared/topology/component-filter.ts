import { passesAny, passesFilter, type FilterValue } from '#shared/filters/filter-value.ts'
import { labelMatcher } from '#shared/health/check-labels.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import { toComponentHealth } from './component-health.ts'
import type { ComponentRow } from './topology.ts'

export interface ComponentFilters {
  readonly status: FilterValue
  readonly type: FilterValue
  readonly team: FilterValue
  readonly labels: FilterValue
  readonly agent_id: FilterValue
}

export const componentMatcher = ({ status, type, team, labels, agent_id: agent }: ComponentFilters) => {
  const matchesLabels = labelMatcher(Object.fromEntries(labels))
  return (component: ComponentRow): boolean =>
    passesFilter(status, toComponentHealth(component)) &&
    passesFilter(type, component.type ?? '') &&
    passesAny(team, component.team_names ?? []) &&
    passesFilter(agent, component.agent_id ?? localAgent) &&
    matchesLabels({ labels: component.labels ?? {} })
}
