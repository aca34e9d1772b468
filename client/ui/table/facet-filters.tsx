import { listFilterOptions, writeFilter, type FilterValue } from '#shared/filters/filter-value.ts'
import { useQueryState, setListParam, setParam } from '#client/lib/address/query-state.ts'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { FilterSelect } from './filter-select.tsx'

interface Facet {
  readonly key: string
  readonly label: string
  /** Undefined until they are loaded. */
  readonly values: readonly string[] | undefined
  readonly onApproach?: () => void
  readonly filter: FilterValue
  readonly usual?: string
  readonly summary?: string | undefined
}

interface FacetFiltersProps {
  readonly search: { readonly label: string; readonly placeholder: string; readonly debounceMs: number }
  readonly facets: readonly Facet[]
}

/** Removing the parameter would restore the default, so an empty filter is written as such. */
const setFacet = ({ key, usual }: Facet, filter: FilterValue) => setListParam(key, writeFilter(filter), usual)

export function FacetFilters({ search, facets }: FacetFiltersProps) {
  const [value, setValue] = useQueryState('search')
  return (
    <>
      <SearchInput
        {...search}
        value={value}
        onChange={(next) => {
          setValue(next)
          setParam('pageIndex', null)
        }}
      />
      {facets.map((facet) => (
        <FilterSelect
          key={facet.key}
          label={facet.label}
          options={listFilterOptions(facet.values, facet.filter)}
          filter={facet.filter}
          onApproach={facet.onApproach}
          {...(facet.summary !== undefined && { summary: facet.summary })}
          onChange={(next) => setFacet(facet, next)}
        />
      ))}
    </>
  )
}
