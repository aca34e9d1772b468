import { facetReader, type Facet } from '#shared/health/check-facet.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { checkStateOf } from '#shared/health/check-state.ts'
import { compareNames } from '#shared/health/name-order.ts'

export interface HealthTab {
  readonly value: string
  /** Of the checks that the filters leave. */
  readonly count: number
  readonly unhealthy: number
  readonly stale: number
}

/**
 * One tab for each value of a facet, by name. All checks decide which tabs there are, so that filtering removes none;
 * the ones that the filters leave are counted.
 */
export const healthTabs = (
  all: Iterable<CheckRow>,
  filtered: Iterable<CheckRow>,
  tabBy: Facet,
  isStale: (row: CheckRow) => boolean,
): HealthTab[] => {
  const read = facetReader(tabBy)
  const tabs = new Map<string, { value: string; count: number; unhealthy: number; stale: number }>()
  for (const row of all) {
    const value = read(row)
    if (!tabs.has(value)) tabs.set(value, { value, count: 0, unhealthy: 0, stale: 0 })
  }
  for (const row of filtered) {
    const tab = tabs.get(read(row))
    if (tab === undefined) continue
    tab.count++
    if (checkStateOf(row) === 'unhealthy') tab.unhealthy++
    if (isStale(row)) tab.stale++
  }
  return [...tabs.values()].sort((a, b) => compareNames(a.value, b.value))
}

/** The tab in force: the selected one while it exists, else null for All (ledger HEALTH-17). */
export const selectedTab = (tabs: readonly Pick<HealthTab, 'value'>[], selected: string | null): string | null =>
  tabs.some(({ value }) => value === selected) ? selected : null
