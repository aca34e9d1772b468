import { localAgent } from '#shared/agents/local-agent.ts'
import type { CheckRow } from '#shared/health/check-row.ts'

export type Facet = string

const labelPrefix = 'label:'

export const groupFacets = ['no-group', 'canary_name', 'name', 'description', 'type'] as const
export const tabFacets = ['namespace', 'agent_id'] as const
export const defaultGroupBy: Facet = 'canary_name'
export const defaultTabBy: Facet = 'namespace'

export const labelFacets = (rows: Iterable<Pick<CheckRow, 'labels'>>): Facet[] => {
  const keys = new Set<string>()
  for (const row of rows) for (const key in row.labels) keys.add(key)
  return [...keys].sort().map((key) => labelPrefix + key)
}

export const facetTitle = (facet: Facet): string =>
  facet.startsWith(labelPrefix) ? facet.slice(labelPrefix.length) : facet

export const facetReader = (facet: Facet): ((row: CheckRow) => string) => {
  switch (facet) {
    case 'canary_name':
      return (row) => row.canaryName
    case 'name':
      return (row) => row.name
    case 'description':
      return (row) => row.description
    case 'type':
      return (row) => row.type
    case 'namespace':
      return (row) => row.namespace
    case 'agent_id':
      return (row) => (row.agentId === localAgent ? '' : row.agentId)
    default: {
      const key = facetTitle(facet)
      return facet.startsWith(labelPrefix) ? (row) => row.labels[key] ?? '' : () => ''
    }
  }
}
