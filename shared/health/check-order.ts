import type { CheckGroup } from '#shared/health/check-groups.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { findMeasure } from '#shared/health/latency-measure.ts'
import { toUptime } from '#shared/health/roll-up.ts'
import { severityRank } from '#shared/health/severity.ts'
import { findFailingSinceMs } from '#shared/health/since.ts'
import { perObject } from '#shared/primitives/per-object.ts'
import { compareValues, sortedBy, type SortValue } from '#shared/sorting/sort-value.ts'

const stateRank = { unhealthy: 0, unknown: 1, healthy: 2 } as const
const parseTime = (at: string | null) => (at === null ? null : Date.parse(at))

export const findLatency = ({ recentMs, latencyMs }: CheckRow): number | null => {
  const measure = findMeasure(latencyMs)
  return recentMs.at(-1) ?? (measure === null ? null : latencyMs[measure])
}

const checkOrders = {
  state: (check) => stateRank[toCheckState(check)],
  name: ({ name }) => name,
  type: ({ type }) => type,
  severity: (check) => (check.severity === '' ? null : severityRank(check)),
  since: findFailingSinceMs,
  about: ({ message, endpoint }) => message || endpoint || null,
  uptime: toUptime,
  latency: findLatency,
  age: ({ lastRuntime }) => parseTime(lastRuntime),
} satisfies Record<string, (check: CheckRow) => SortValue>
export type CheckOrder = keyof typeof checkOrders

export const isCheckOrder = (text: string): text is CheckOrder => Object.hasOwn(checkOrders, text)

/** Groups that keep their object identity are not sorted again. */
export const createGroupOrder = (by: CheckOrder, desc: boolean) => {
  const getSortValue: (check: CheckRow) => SortValue = checkOrders[by]
  const ordered = perObject((group: CheckGroup): CheckGroup => ({
    ...group,
    checks: sortedBy(group.checks, getSortValue, desc),
  }))
  const groupValue = ({ title, checks: [first] }: CheckGroup): SortValue => {
    if (by === 'name') return title
    return first === undefined ? null : getSortValue(first)
  }
  return (groups: readonly CheckGroup[]): readonly CheckGroup[] =>
    groups.map(ordered).sort((a, b) => compareValues(groupValue(a), groupValue(b), desc))
}
