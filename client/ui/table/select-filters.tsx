import { changeQuery, useQueryParams } from '#client/lib/address/query-state.ts'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Select } from '#client/ui/form/select.tsx'

interface Choice {
  /** Its parameter in the address. */
  readonly key: string
  readonly label: string
  /** What may be chosen; the one without a value narrows nothing. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

interface SelectFiltersProps {
  /** The same words name the field and stand in it, unless `placeholder` says others. */
  readonly search: { readonly label: string; readonly placeholder?: string; readonly debounceMs?: number }
  readonly choices?: readonly Choice[]
}

/** Another filter leads back to the first page. */
const write = (key: string, value: string) =>
  changeQuery((params) => {
    params.delete('pageIndex')
    if (value === '') params.delete(key)
    else params.set(key, value)
  })

/** What a list is narrowed by: the search of the address, and one value each of a few choices. */
export function SelectFilters({ search, choices }: SelectFiltersProps) {
  const params = useQueryParams()
  return (
    <>
      <SearchInput
        placeholder={search.label}
        {...search}
        value={params.get('search') ?? ''}
        onChange={(value) => write('search', value)}
      />
      {choices?.map(({ key, label, options }) => (
        <Select
          key={key}
          label={label}
          value={params.get(key) ?? ''}
          options={options}
          onChange={(value) => write(key, value)}
        />
      ))}
    </>
  )
}
