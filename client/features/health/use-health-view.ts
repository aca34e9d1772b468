import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { facetReader, type Facet } from '#shared/health/check-facet.ts'
import { createGrouping } from '#shared/health/check-groups.ts'
import { labelMatcher, type LabelFilters } from '#shared/health/check-labels.ts'
import { createGroupOrder, type CheckOrder } from '#shared/health/check-order.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { passesFilter, writeFilter, type FilterValue } from '#shared/filters/filter-value.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { checkSearch } from '#shared/health/check-search.ts'
import { healthFacts, joinFacts } from '#shared/health/health-facts.ts'
import { listRows } from '#shared/health/health-list.ts'
import { getSeverity } from '#shared/health/severity.ts'
import { healthTabs, selectedTab, collectTabs } from '#shared/health/health-tabs.ts'
import { byName } from '#shared/health/name-order.ts'
import { useInParts } from '#client/lib/browser/use-in-parts.ts'
import { useLateChecks } from '#client/domain/health/use-late-checks.ts'
import { useFolds } from './use-folds.ts'
import { useLabels } from './use-labels.ts'

interface HealthViewOptions {
  readonly labels: LabelFilters
  readonly statuses: FilterValue
  readonly severities: FilterValue
  readonly search: string
  readonly order: { readonly id: CheckOrder; readonly desc: boolean } | null
  readonly tab: string | null
  readonly only: ReadonlySet<string> | null
  readonly groupBy: Facet
  readonly tabBy: Facet
  readonly hidePassing: boolean
  readonly lastKnown: boolean
}

const countBy = (rows: readonly CheckRow[], read: (row: CheckRow) => string) => {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const value = read(row)
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

const useByName = (rows: ReadonlyMap<string, CheckRow>): readonly CheckRow[] => {
  const [cached, setCached] = useState<{ rows: ReadonlyMap<string, CheckRow> | null; sorted: readonly CheckRow[] }>({
    rows: null,
    sorted: [],
  })
  if (cached.rows === rows) return cached.sorted
  const next = { rows, sorted: byName(rows, cached.sorted) }
  setCached(next)
  return next.sorted
}

type Filters = Pick<HealthViewOptions, 'labels' | 'statuses' | 'severities' | 'search' | 'only'>

/** Returns the same array when no filter applies. */
const useFiltered = (sorted: readonly CheckRow[], filters: Filters): readonly CheckRow[] => {
  const { labels, statuses, severities, search, only } = filters
  return useMemo(() => {
    const isPlain = statuses.size === 0 && severities.size === 0 && Object.keys(labels).length === 0 && search === ''
    if (isPlain && only === null) return sorted
    const [matchesLabels, matchesSearch] = [labelMatcher(labels), checkSearch(search)]
    return sorted.filter(
      (row) =>
        (only?.has(row.id) ?? true) &&
        passesFilter(statuses, toCheckState(row)) &&
        passesFilter(severities, getSeverity(row)) &&
        matchesLabels(row) &&
        matchesSearch(row),
    )
  }, [sorted, labels, statuses, severities, search, only])
}

/** Changes only with the user's choices, never with the data. */
const toViewKey = (options: HealthViewOptions, hidePassing: boolean, activeTab: string | null, folds: number): string =>
  [
    options.groupBy,
    options.tabBy,
    activeTab ?? '',
    options.search,
    options.order === null ? '' : `${options.order.id} ${options.order.desc}`,
    writeFilter(options.statuses),
    writeFilter(options.severities),
    JSON.stringify(options.labels),
    [...(options.only ?? [])].join(),
    hidePassing,
    folds,
  ].join('\n')

export type HealthView = ReturnType<typeof useHealthView>

export const useHealthView = (rows: ReadonlyMap<string, CheckRow>, options: HealthViewOptions) => {
  const { statuses, order, tab, only, groupBy, tabBy, lastKnown } = options
  const hidePassing = options.hidePassing && only === null && statuses.get('healthy') !== 1
  const sorted = useByName(useDeferredValue(rows))
  const late = useLateChecks(rows, lastKnown)
  const isStale = useCallback(({ id }: CheckRow) => late.has(id), [late])
  const { values: labelValues, facets } = useLabels(sorted)

  const filtered = useFiltered(sorted, options)
  const readTabs = useCallback((part: readonly CheckRow[]) => collectTabs(part, tabBy, isStale), [tabBy, isStale])
  const [allTabs, filteredTabs] = [useInParts(sorted, readTabs), useInParts(filtered, readTabs)]
  const tabs = useMemo(() => healthTabs(allTabs, filteredTabs), [allTabs, filteredTabs])
  const activeTab = selectedTab(tabs, tab)
  const inTab = useMemo(() => {
    const read = facetReader(tabBy)
    return activeTab === null ? filtered : filtered.filter((row) => read(row) === activeTab)
  }, [filtered, tabBy, activeTab])

  const readFacts = useCallback((part: readonly CheckRow[]) => healthFacts(part, isStale), [isStale])
  const partFacts = useInParts(inTab, readFacts)
  const facts = useMemo(() => joinFacts(partFacts), [partFacts])
  const grouped = groupBy !== 'no-group'
  const [group] = useState(createGrouping)
  const [by, desc] = [order?.id, order?.desc ?? false]
  const inOrder = useMemo(() => (by === undefined ? null : createGroupOrder(by, desc)), [by, desc])
  const groups = useMemo(() => {
    const worstFirst = group(inTab, groupBy, isStale)
    return inOrder === null ? worstFirst : inOrder(worstFirst)
  }, [group, inTab, groupBy, isStale, inOrder])
  const { isOpen, isWhole, toggle, toggleRest, view: folds } = useFolds(groups, inTab.length)
  const list = useMemo(
    () => listRows(groups, { grouped, hidePassing, isSorted: inOrder !== null, isStale, lastKnown, isOpen, isWhole }),
    [groups, grouped, hidePassing, inOrder, isStale, lastKnown, isOpen, isWhole],
  )
  const listAll = useCallback(
    () =>
      listRows(groups, {
        grouped: false,
        hidePassing,
        isSorted: inOrder !== null,
        isStale,
        lastKnown,
        isOpen: () => true,
        isWhole: () => true,
      }).filter((row) => row.kind === 'check'),
    [groups, hidePassing, inOrder, isStale, lastKnown],
  )
  const counts = useMemo(
    () => ({ statuses: countBy(sorted, toCheckState), severities: countBy(sorted, getSeverity) }),
    [sorted],
  )
  return {
    labelValues,
    counts,
    facets,
    tabs,
    activeTab,
    facts,
    checks: inTab,
    filteredCount: filtered.length,
    list,
    listAll,
    toggle,
    toggleRest,
    viewKey: toViewKey(options, hidePassing, activeTab, folds),
  }
}
