import type { TimeRange } from '#shared/time-range/time-range.ts'
import { changeQuery, useQueryState } from '#client/lib/address/query-state.ts'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { TimeRangePicker } from '#client/ui/form/time-range-picker.tsx'
import { ListFilters } from '#client/ui/table/list-filters.tsx'
import { clearFilters } from './use-asked-lines.ts'

interface LogFiltersProps {
  readonly components: readonly { readonly id: string; readonly name: string }[]
  readonly id: string
  /** The logs of the component. */
  readonly names: readonly string[]
  readonly range: TimeRange
  readonly onRange: (range: TimeRange) => void
}

/** Another log has other fields and other lines; the text stays. */
const choose = (key: 'component' | 'log', value: string) =>
  changeQuery((params) => {
    const text = params.get('search')
    clearFilters(params)
    if (text !== null) params.set('search', text)
    params.delete('line')
    if (key === 'component') params.delete('log')
    params.set(key, value)
  })

/** Which log, what stands in its lines, and when. */
export function LogFilters({ components, id, names, range, onRange }: LogFiltersProps) {
  const [name] = useQueryState('log')
  const [search, setSearch] = useQueryState('search')
  return (
    <ListFilters>
      <Select
        label="Component"
        value={id}
        options={components.map((each) => ({ value: each.id, label: each.name }))}
        onChange={(next) => choose('component', next)}
      />
      <Select
        label="Log"
        value={name === '' ? (names[0] ?? '') : name}
        options={names.map((each) => ({ value: each, label: each }))}
        onChange={(next) => choose('log', next)}
      />
      <SearchInput
        label="Search lines"
        placeholder="Text in the message"
        debounceMs={300}
        value={search}
        onChange={setSearch}
      />
      <TimeRangePicker range={range} onChange={onRange} />
    </ListFilters>
  )
}
