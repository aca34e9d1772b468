import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { byWeight } from '#shared/wall/failure-order.ts'

export interface SilenceSuggestion {
  readonly field: 'filter' | 'selectors'
  readonly text: string
  readonly checks: number
  readonly unhealthy: number
}

const perWay = 2
const failingMax = 8

const isUnhealthy = (check: CheckRow) => toCheckState(check) === 'unhealthy'

type Group = Pick<SilenceSuggestion, 'field' | 'text'>
type Way = (check: CheckRow) => readonly Group[]

const asFilter = (field: string, value: string): readonly Group[] =>
  value === '' ? [] : [{ field: 'filter', text: `${field} == ${JSON.stringify(value)}` }]

const plainLabel = /^[\w./-]+$/
const ways: readonly Way[] = [
  ({ namespace }) => asFilter('check.namespace', namespace),
  ({ type }) => asFilter('check.type', type),
  ({ labels }) =>
    Object.entries(labels)
      .filter((label) => label.every((part) => plainLabel.test(part)))
      .map(([key, value]) => ({ field: 'selectors', text: `- labelSelector: ${key}=${value}` })),
]

/** Groups of one check are better silenced as this check; one of all checks silences everything. */
const suggestWay = (checks: readonly CheckRow[], way: Way): readonly SilenceSuggestion[] => {
  const groups = new Map<string, SilenceSuggestion>()
  for (const check of checks)
    for (const group of way(check)) {
      const before = groups.get(group.text) ?? { ...group, checks: 0, unhealthy: 0 }
      const unhealthy = before.unhealthy + Number(isUnhealthy(check))
      groups.set(group.text, { ...before, checks: before.checks + 1, unhealthy })
    }
  return [...groups.values()]
    .filter(({ checks: count }) => count > 1 && count < checks.length)
    .toSorted((a, b) => b.unhealthy - a.unhealthy || b.checks - a.checks)
    .slice(0, perWay)
}

export const suggestSilences = (checks: readonly CheckRow[]) => {
  const failing = byWeight(checks.filter(isUnhealthy))
  return {
    failing: failing.slice(0, failingMax),
    failingCount: failing.length,
    groups: ways.flatMap((way) => suggestWay(checks, way)),
  }
}
