import { writeFilter, type FilterValue } from '#shared/filters/filter-value.ts'
import { changeQuery, useQueryState } from '#client/lib/address/query-state.ts'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { FilterSelect } from './filter-select.tsx'

interface Facet {
  /** Its parameter in the address. */
  readonly key: string
  readonly label: string
  /** What may be chosen; what is chosen already is offered as well. */
  readonly values: readonly string[]
  readonly filter: FilterValue
  /** What narrows where the address says nothing, as it would be written there. */
  readonly usual?: string
  /** What the button says of the filter, where its own counts are not enough. */
  readonly summary?: string | undefined
}

interface FacetFiltersProps {
  readonly search: { readonly label: string; readonly placeholder: string; readonly debounceMs: number }
  readonly facets: readonly Facet[]
}

const toOptions = ({ values, filter }: Pick<Facet, 'values' | 'filter'>) =>
  [...new Set([...values, ...filter.keys()])].map((value) => ({ value }))

/** An emptied filter that has a usual value says so. */
const setFacet = ({ key, usual = '' }: Facet, filter: FilterValue) =>
  changeQuery((params) => {
    const written = writeFilter(filter)
    params.delete('pageIndex')
    if (written === usual) params.delete(key)
    else params.set(key, written)
  })

/** What a list is narrowed by: the search of the address, and values to include and exclude. Each leads back to the first page. */
export function FacetFilters({ search, facets }: FacetFiltersProps) {
  const [value, setValue] = useQueryState('search')
  return (
    <>
      <SearchInput
        {...search}
        value={value}
        onChange={(next) => {
          setValue(next)
          changeQuery((params) => params.delete('pageIndex'))
        }}
      />
      {facets.map((facet) => (
        <FilterSelect
          key={facet.key}
          label={facet.label}
          options={toOptions(facet)}
          filter={facet.filter}
          {...(facet.summary !== undefined && { summary: facet.summary })}
          onChange={(next) => setFacet(facet, next)}
        />
      ))}
    </>
  )
}
