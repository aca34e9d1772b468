import { useMemo } from 'react'
import { formatLabelFilters, parseLabelFilters, type LabelFilters } from '#shared/health/check-labels.ts'
import { readFilter, writeFilter, type FilterValue } from '#shared/filters/filter-value.ts'
import {
  defaultHealthRange,
  lengthRange,
  readCheckRange,
  writeCheckRange,
  type CheckRange,
} from '#shared/health/health-range.ts'
import type { TimeRange } from '#shared/time-range/time-range.ts'
import { isCheckOrder, type CheckOrder } from '#shared/health/check-order.ts'
import { changeQuery, useQueryParams, setParam } from '#client/lib/address/query-state.ts'
import { changeNamed } from '#client/lib/address/view-address.ts'
import { setHealthPreferences, useHealthPreferences, type ShownPreferences } from './health-preferences.ts'
import { readTableState, writeTableState, type Sorting } from '#client/lib/address/table-state.ts'

export interface HealthQuery {
  readonly checkId: string | null
  readonly range: CheckRange | null
  readonly labels: LabelFilters
  readonly statuses: FilterValue
  readonly severities: FilterValue
  readonly search: string
  readonly tab: string | null
  readonly order: { readonly id: CheckOrder; readonly desc: boolean } | null
  /** Shows exactly these check IDs in any state; null for all. */
  readonly only: ReadonlySet<string> | null
  readonly named: Partial<ShownPreferences>
}

const namedIn = (params: URLSearchParams): HealthQuery['named'] => {
  const [hidePassing, tabBy, groupBy] = ['hidePassing', 'tabBy', 'groupBy'].map((key) => params.get(key))
  return {
    ...(hidePassing && { hidePassing: hidePassing !== 'false' }),
    ...(tabBy && { tabBy }),
    ...(groupBy && { groupBy }),
  }
}

const parseOrder = (params: URLSearchParams): HealthQuery['order'] => {
  const { sorting } = readTableState(params, { pageSize: 0, sorting: null })
  return sorting !== null && isCheckOrder(sorting.id) ? { id: sorting.id, desc: sorting.desc } : null
}

const parseOnly = (text: string | null): ReadonlySet<string> | null => (text ? new Set(text.split(',')) : null)

export const useHealthQuery = (): HealthQuery => {
  const query = useQueryParams()
  return useMemo(() => {
    return {
      checkId: query.get('checkId') || null,
      range: readCheckRange(query),
      labels: parseLabelFilters(query.get('labels')),
      statuses: readFilter(query.get('status') ?? ''),
      severities: readFilter(query.get('severity') ?? ''),
      search: query.get('query') ?? '',
      tab: query.get('tab'),
      order: parseOrder(query),
      only: parseOnly(query.get('only')),
      named: namedIn(query),
    }
  }, [query])
}

export const setSearch = (search: string) => setParam('query', search)
export const setLabels = (labels: LabelFilters) => setParam('labels', formatLabelFilters(labels))
export const setStatuses = (statuses: FilterValue) => setParam('status', writeFilter(statuses))
export const setSeverities = (severities: FilterValue) => setParam('severity', writeFilter(severities))
export const setOrder = (sorting: Sorting | null) => changeQuery((params) => writeTableState(params, { sorting }))
export const setRange = (range: TimeRange) => changeQuery((params) => writeCheckRange(params, range))
export const setTab = (tab: string | null) =>
  changeQuery((params) => {
    if (tab === null) params.delete('tab')
    else params.set('tab', tab)
  })

export const useShown = ({ named }: Pick<HealthQuery, 'named'>): ShownPreferences => {
  const { hidePassing, tabBy, groupBy } = useHealthPreferences()
  return { hidePassing, tabBy, groupBy, ...named }
}

export const shownState = ({ hidePassing, tabBy, groupBy }: ShownPreferences) => ({
  hidePassing: String(hidePassing),
  tabBy,
  groupBy,
})

/** Changed in the address if it sets the preference, otherwise in this browser. */
export const changeShown = (change: Partial<ShownPreferences>) => {
  const remembered = Object.entries(change).filter(([key, value]) => !changeNamed(key, String(value)))
  setHealthPreferences(Object.fromEntries(remembered))
}

export const showAll = () => setParam('only', null)

export const clearFilters = () =>
  changeQuery((params) => {
    for (const key of ['query', 'status', 'severity', 'labels', 'only']) params.delete(key)
  })

export const panelKeys = { tab: 'detail', status: 'results', duration: 'took' } as const

const forgetCheck = (params: URLSearchParams) => {
  for (const key of ['checkId', ...Object.values(panelKeys)]) params.delete(key)
}

export const openCheck = (checkId: string) =>
  changeQuery(
    (params) => {
      forgetCheck(params)
      params.set('checkId', checkId)
      if (readCheckRange(params) === null) writeCheckRange(params, lengthRange(defaultHealthRange))
    },
    { push: true },
  )

export const closeCheck = () => changeQuery(forgetCheck, { push: true })
