import { facetReader, type Facet } from '#shared/health/check-facet.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { compareNames } from '#shared/health/name-order.ts'

export interface HealthTab {
  readonly value: string
  /** Of the checks that the filters leave. */
  readonly count: number
  readonly unhealthy: number
  readonly stale: number
}

type Counted = { -readonly [K in keyof HealthTab]: HealthTab[K] }

const getOrAddTab = (tabs: Map<string, Counted>, value: string): Counted => {
  const known = tabs.get(value)
  if (known !== undefined) return known
  const tab = { value, count: 0, unhealthy: 0, stale: 0 }
  tabs.set(value, tab)
  return tab
}

/** One tab for each value of a facet among these checks, in no order. */
export const collectTabs = (
  rows: Iterable<CheckRow>,
  tabBy: Facet,
  isStale: (row: CheckRow) => boolean,
): readonly HealthTab[] => {
  const read = facetReader(tabBy)
  const tabs = new Map<string, Counted>()
  for (const row of rows) {
    const tab = getOrAddTab(tabs, read(row))
    tab.count++
    if (toCheckState(row) === 'unhealthy') tab.unhealthy++
    if (isStale(row)) tab.stale++
  }
  return [...tabs.values()]
}

/**
 * The tabs of a whole by name, from those of its parts. All checks decide which tabs there are, so that filtering removes
 * none; the ones that the filters leave are counted.
 */
export const healthTabs = (
  all: Iterable<readonly HealthTab[]>,
  filtered: Iterable<readonly HealthTab[]>,
): HealthTab[] => {
  const tabs = new Map<string, Counted>()
  for (const part of all) for (const { value } of part) getOrAddTab(tabs, value)
  for (const part of filtered) {
    for (const { value, count, unhealthy, stale } of part) {
      const tab = getOrAddTab(tabs, value)
      tab.count += count
      tab.unhealthy += unhealthy
      tab.stale += stale
    }
  }
  return [...tabs.values()].sort((a, b) => compareNames(a.value, b.value))
}

/** The tab in force: the selected one while it exists, else null for All (ledger HEALTH-17). */
export const selectedTab = (tabs: readonly Pick<HealthTab, 'value'>[], selected: string | null): string | null =>
  tabs.some(({ value }) => value === selected) ? selected : null
