import { useMemo } from 'react'
import { compareText } from '#shared/primitives/compare-text.ts'
import { componentMatcher } from '#shared/topology/component-filter.ts'
import { toComponentHealth, componentHealths, countHealths } from '#shared/topology/component-health.ts'
import { orderComponents } from '#shared/topology/component-order.ts'
import { componentTree } from '#shared/topology/component-tree.ts'
import { headlineNames } from '#shared/topology/property-order.ts'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import type { FilterKey, TopologyQuery } from './use-topology-query.ts'

interface FilterOption {
  readonly value: string
  readonly count: number
}

const toOptions = (
  rows: readonly ComponentRow[],
  chosen: Iterable<string>,
  listValues: (row: ComponentRow) => readonly string[],
): FilterOption[] => {
  const counts = new Map<string, number>()
  for (const value of chosen) counts.set(value, 0)
  for (const row of rows) for (const value of listValues(row)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => compareText(a.value, b.value))
}

const toHealthRank = ({ value }: FilterOption) => {
  const index = componentHealths.findIndex((health) => health === value)
  return index < 0 ? componentHealths.length : index
}
const toList = (value: string | null | undefined) => (value ? [value] : [])

export const useTopologyView = (
  rows: ReadonlyMap<string, ComponentRow>,
  { filters, order, isHiddenShown }: TopologyQuery,
) => {
  const tree = useMemo(() => componentTree(rows.values()), [rows])
  const hidden = useMemo(() => tree.roots.filter((row) => row.hidden).length, [tree])
  const offered = useMemo(
    () => (isHiddenShown ? tree.roots : tree.roots.filter((row) => !row.hidden)),
    [tree, isHiddenShown],
  )
  const matching = useMemo(() => offered.filter(componentMatcher(filters)), [offered, filters])
  const shown = useMemo(() => orderComponents(matching, order), [matching, order])
  const options = useMemo((): Readonly<Record<FilterKey, FilterOption[]>> => {
    const all = [...rows.values()]
    const { status, type, team, labels, agent_id: agent } = filters
    return {
      status: toOptions(offered, status.keys(), (row) => [toComponentHealth(row)]).sort(
        (a, b) => toHealthRank(a) - toHealthRank(b),
      ),
      type: toOptions(all, type.keys(), (row) => toList(row.type)),
      team: toOptions(offered, team.keys(), (row) => row.team_names ?? []),
      labels: toOptions(offered, labels.keys(), (row) =>
        Object.entries(row.labels ?? {}).map(([key, value]) => `${key}=${value}`),
      ),
      agent_id: toOptions(offered, agent.keys(), (row) => [row.agent_id ?? localAgent]),
    }
  }, [rows, offered, filters])
  const counts = useMemo(() => countHealths(shown), [shown])
  const headlines = useMemo(() => headlineNames(offered), [offered])
  return {
    shown,
    getChildren: tree.listChildren,
    counts,
    total: offered.length,
    hidden,
    options,
    headlines,
  }
}
