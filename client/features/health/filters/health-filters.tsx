import { ChevronLeft } from '@blueprintjs/icons'
import type { LabelFilters, LabelValues } from '#shared/health/check-labels.ts'
import { Button } from '#client/ui/button.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { clearFilters, setLabels, setSearch } from '#client/features/health/use-health-query.ts'
import { LabelFilter } from './label-filter.tsx'
import { LabelToggle } from './label-toggle.tsx'
import './health-filters.css'

/** What the search field asks for, and how long typing must pause before it filters (ledger HEALTH-09, HEALTH-12). */
const searchPlaceholder = 'Search by name, description, or endpoint'
const searchDebounceMs = 400

interface HealthFiltersProps {
  readonly search: string
  readonly labels: LabelFilters
  readonly available: { readonly toggles: readonly string[]; readonly lists: readonly LabelValues[] }
  readonly hidePassing: boolean
  readonly onHidePassing: (hide: boolean) => void
  /** On a phone the search stands above the list and not in here. */
  readonly withSearch?: boolean
  readonly onFold: () => void
}

/** How many filters are in force. */
export const filtersSet = (search: string, labels: LabelFilters): number =>
  Object.keys(labels).length + (search === '' ? 0 : 1)

/** The filters of the health page: search, Hide Passing, toggles for boolean labels, lists for the others. */
export function HealthFilters({
  search,
  labels,
  available,
  hidePassing,
  onHidePassing,
  withSearch = true,
  onFold,
}: HealthFiltersProps) {
  const set = filtersSet(search, labels)
  return (
    <aside className="health-filters" aria-label="Filters">
      <div className="health-filters-head">
        <h2>Filters</h2>
        {set === 0 ? null : <span className="faint">{set} set</span>}
        <div className="health-filters-tools">
          {set === 0 ? null : (
            <Button look="minimal" small onClick={clearFilters}>
              Clear
            </Button>
          )}
          <Button look="minimal" small icon={<ChevronLeft size={14} />} aria-label="Fold filters" onClick={onFold} />
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
        {available.lists.map((list) => (
          <LabelFilter key={list.key} list={list} labels={labels} onChange={setLabels} />
        ))}
      </div>
    </aside>
  )
}

/** The page's search field. */
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
