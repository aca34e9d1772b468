import { useQuery } from '@tanstack/react-query'
import type { FilterValue } from '#shared/filters/filter-value.ts'
import { changeQuery, useQueryState } from '#client/lib/address/query-state.ts'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { labelsQuery, statusesQuery, tagsQuery, typesQuery, type CatalogFilter } from './catalog-api.ts'
import { isSought, setCatalogFilter, showDeleted } from './catalog-filter.ts'

const healths = ['unhealthy', 'warning', 'healthy', 'unknown']
/** All items in one list. */
export const noGroups = 'none'

const optionsOf = (values: readonly string[], filter: FilterValue) =>
  [...new Set([...values, ...filter.keys()])].map((value) => ({ value }))

/** What the catalog can be grouped by: types, and the keys of tags. */
function GroupBy({ value, onChange }: { readonly value: string; readonly onChange: (groupBy: string) => void }) {
  const { data: tags = [] } = useQuery(tagsQuery)
  const keys = new Set(tags.map((tag) => tag.split('=')[0] ?? ''))
  if (value !== 'type' && value !== noGroups) keys.add(value)
  const options = ['type', ...[...keys].toSorted(), noGroups].map((each) => ({
    value: each,
    label: each === noGroups ? 'Group by: none' : `Group by: ${each}`,
  }))
  return <Select label="Group by" value={value} options={options} onChange={onChange} />
}

interface CatalogFiltersProps {
  readonly filter: CatalogFilter
  readonly groupBy: string
  readonly onGroupBy: (groupBy: string) => void
}

/** What the catalog is narrowed by, and how it is grouped. */
export function CatalogFilters({ filter, groupBy, onGroupBy }: CatalogFiltersProps) {
  const [search, setSearch] = useQueryState('search')
  const { data: types = [] } = useQuery(typesQuery)
  const { data: statuses = [] } = useQuery(statusesQuery)
  const { data: tags = [] } = useQuery(tagsQuery)
  const { data: labels = [] } = useQuery(labelsQuery)
  return (
    <>
      <SearchInput
        label="Search the catalog"
        placeholder="Search by name, type, or namespace"
        value={search}
        debounceMs={300}
        onChange={(next) => {
          setSearch(next)
          changeQuery((params) => params.delete('pageIndex'))
        }}
      />
      <FilterSelect
        label="Type"
        options={optionsOf(types, filter.types)}
        filter={filter.types}
        onChange={(next) => setCatalogFilter('type', next)}
      />
      <FilterSelect
        label="Health"
        options={optionsOf(healths, filter.healths)}
        filter={filter.healths}
        onChange={(next) => setCatalogFilter('health', next)}
      />
      <FilterSelect
        label="Status"
        options={optionsOf(statuses, filter.statuses)}
        filter={filter.statuses}
        onChange={(next) => setCatalogFilter('status', next)}
      />
      <FilterSelect
        label="Tags"
        options={optionsOf(tags, filter.tags)}
        filter={filter.tags}
        onChange={(next) => setCatalogFilter('tags', next)}
      />
      <FilterSelect
        label="Labels"
        options={optionsOf(labels, filter.labels)}
        filter={filter.labels}
        onChange={(next) => setCatalogFilter('labels', next)}
      />
      <Switch label="Deleted" checked={filter.isDeletedShown} onChange={showDeleted} />
      {isSought(filter) ? null : <GroupBy value={groupBy} onChange={onGroupBy} />}
    </>
  )
}
