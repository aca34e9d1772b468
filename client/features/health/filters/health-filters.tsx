import { ChevronLeft } from '@blueprintjs/icons'
import type { LabelValues } from '#shared/health/check-labels.ts'
import { Button } from '#client/ui/button.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import type { FilterValue } from '#shared/filters/filter-value.ts'
import { severityRank } from '#shared/health/severity.ts'
import {
  clearFilters,
  setLabels,
  setSearch,
  setSeverities,
  setStatuses,
  type HealthQuery,
} from '#client/features/health/use-health-query.ts'
import { LabelFilter } from './label-filter.tsx'
import { LabelToggle } from './label-toggle.tsx'
import { ValueFilter } from './value-filter.tsx'
import './health-filters.css'

const searchPlaceholder = 'Search by name, description, or endpoint'
const searchDebounceMs = 400

interface HealthFiltersProps {
  readonly query: Pick<HealthQuery, 'search' | 'labels' | 'statuses' | 'severities'>
  readonly available: { readonly toggles: readonly string[]; readonly lists: readonly LabelValues[] }
  readonly counts: { readonly statuses: ReadonlyMap<string, number>; readonly severities: ReadonlyMap<string, number> }
  readonly hidePassing: boolean
  readonly onHidePassing: (hide: boolean) => void
  readonly withSearch?: boolean
  readonly onFold: () => void
}

export const filtersSet = ({ search, labels, statuses, severities }: HealthFiltersProps['query']): number =>
  Object.keys(labels).length + statuses.size + severities.size + (search === '' ? 0 : 1)

const statusOrder = ['unhealthy', 'unknown', 'healthy']

const listOptions = (counts: ReadonlyMap<string, number>, filter: FilterValue, rank: (value: string) => number) =>
  [...new Set([...counts.keys(), ...filter.keys()])]
    .map((value) => ({ value, count: counts.get(value) ?? 0 }))
    .sort((a, b) => rank(a.value) - rank(b.value))

export function HealthFilters({
  query,
  available,
  counts,
  hidePassing,
  onHidePassing,
  withSearch = true,
  onFold,
}: HealthFiltersProps) {
  const { search, labels, statuses, severities } = query
  const set = filtersSet(query)
  const severityOptions = listOptions(counts.severities, severities, (severity) => severityRank({ severity }))
  return (
    <aside className="health-filters" aria-label="Filters">
      <div className="health-filters-head">
        <h2>Filters</h2>
        {set === 0 ? null : <span className="faint">{set} active</span>}
        <div className="health-filters-tools">
          {set === 0 ? null : (
            <Button look="minimal" small onClick={clearFilters}>
              Clear
            </Button>
          )}
          <Button look="minimal" small icon={<ChevronLeft size={14} />} aria-label="Hide filters" onClick={onFold} />
        </div>
      </div>
      <div className="health-filters-body">
        {withSearch ? <HealthSearch search={search} /> : null}
        <div>
          <Switch label="Hide Passing" checked={hidePassing} onChange={onHidePassing} />
          {available.toggles.map((key) => (
            <LabelToggle key={key} label={key} labels={labels} onChange={setLabels} />
          ))}
        </div>
        <ValueFilter
          title="Status"
          options={listOptions(counts.statuses, statuses, (status) => statusOrder.indexOf(status))}
          filter={statuses}
          onChange={setStatuses}
        />
        {severityOptions.length === 0 ? null : (
          <ValueFilter title="Severity" options={severityOptions} filter={severities} onChange={setSeverities} />
        )}
        {available.lists.map((list) => (
          <LabelFilter key={list.key} list={list} labels={labels} onChange={setLabels} />
        ))}
      </div>
    </aside>
  )
}

export function HealthSearch({ search }: { readonly search: string }) {
  return (
    <div className="health-search">
      <SearchInput
        label="Search checks"
        placeholder={searchPlaceholder}
        value={search}
        debounceMs={searchDebounceMs}
        onChange={setSearch}
      />
    </div>
  )
}
