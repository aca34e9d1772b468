import { facetReader, type Facet } from '#shared/health/check-facet.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { compareNames } from '#shared/health/name-order.ts'

export interface HealthTab {
  readonly value: string
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

/** Sorted by name. Filters change the counts but remove no tab. */
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

export const selectedTab = (tabs: readonly Pick<HealthTab, 'value'>[], selected: string | null): string | null =>
  tabs.some(({ value }) => value === selected) ? selected : null
