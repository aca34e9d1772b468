import type { FilterValue } from '#shared/filters/filter-value.ts'
import { changeQuery, useQueryState } from '#client/lib/address/query-state.ts'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { FilterSelect } from './filter-select.tsx'

interface Facet<Key extends string> {
  readonly key: Key
  readonly label: string
  /** What may be chosen; what is chosen already is offered as well. */
  readonly values: readonly string[]
  readonly filter: FilterValue
  /** What the button says of the filter, where its own counts are not enough. */
  readonly summary?: string | undefined
}

interface FacetFiltersProps<Key extends string> {
  readonly search: { readonly label: string; readonly placeholder: string; readonly debounceMs: number }
  readonly facets: readonly Facet<Key>[]
  readonly onFacet: (key: Key, filter: FilterValue) => void
}

const optionsOf = ({ values, filter }: Pick<Facet<string>, 'values' | 'filter'>) =>
  [...new Set([...values, ...filter.keys()])].map((value) => ({ value }))

/** What a list is narrowed by: the search of the address, which leads back to the first page, and values to include and exclude. */
export function FacetFilters<Key extends string>({ search, facets, onFacet }: FacetFiltersProps<Key>) {
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
          options={optionsOf(facet)}
          filter={facet.filter}
          {...(facet.summary !== undefined && { summary: facet.summary })}
          onChange={(next) => onFacet(facet.key, next)}
        />
      ))}
    </>
  )
}
