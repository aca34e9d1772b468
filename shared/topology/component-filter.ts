import { passesFilter, type FilterValue } from '#shared/filters/filter-value.ts'
import { labelMatcher } from '#shared/health/check-labels.ts'
import { componentHealthOf } from './component-health.ts'
import type { ComponentRow } from './topology.ts'

export const localAgent = '00000000-0000-0000-0000-000000000000'

/** Values to include and exclude; labels are `key=value`. */
export interface ComponentFilters {
  readonly status: FilterValue
  readonly type: FilterValue
  readonly team: FilterValue
  readonly labels: FilterValue
  readonly agent_id: FilterValue
}

const passesAny = (filter: FilterValue, values: readonly string[]): boolean => {
  if (filter.size === 0) return true
  if (values.some((value) => filter.get(value) === -1)) return false
  return ![...filter.values()].includes(1) || values.some((value) => filter.get(value) === 1)
}

/** Whether a component passes all filters. Built once and asked for each. */
export const componentMatcher = ({ status, type, team, labels, agent_id: agent }: ComponentFilters) => {
  const matchesLabels = labelMatcher(Object.fromEntries(labels))
  return (component: ComponentRow): boolean =>
    passesFilter(status, componentHealthOf(component)) &&
    passesFilter(type, component.type ?? '') &&
    passesAny(team, component.team_names ?? []) &&
    passesFilter(agent, component.agent_id ?? localAgent) &&
    matchesLabels({ labels: component.labels ?? {} })
}
