import { useQueryParams, setListParam } from '#client/lib/address/query-state.ts'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { ChoiceMenu } from '#client/ui/form/choice-menu.tsx'

interface Choice {
  readonly key: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

interface SelectFiltersProps {
  readonly search: { readonly label: string; readonly placeholder?: string; readonly debounceMs?: number }
  readonly choices?: readonly Choice[]
}

export function SelectFilters({ search, choices }: SelectFiltersProps) {
  const params = useQueryParams()
  return (
    <>
      <SearchInput
        placeholder={search.label}
        {...search}
        value={params.get('search') ?? ''}
        onChange={(value) => setListParam('search', value)}
      />
      {choices?.map(({ key, label, options }) => (
        <ChoiceMenu
          key={key}
          label={label}
          value={params.get(key) ?? ''}
          options={options}
          onChange={(value) => setListParam(key, value)}
        />
      ))}
    </>
  )
}
