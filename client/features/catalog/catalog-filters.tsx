import { ChoiceMenu } from '#client/ui/form/choice-menu.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import { FacetFilters } from '#client/ui/table/facet-filters.tsx'
import { labelsQuery, statusesQuery, tagsQuery, typesQuery, type CatalogFilter } from './catalog-api.ts'
import { useFilterValues } from './filter-values.ts'
import { isSearching, showDeleted } from './catalog-filter.ts'

const healths = ['unhealthy', 'warning', 'healthy', 'unknown']
export const noGroups = 'none'

function GroupBy({ value, onChange }: { readonly value: string; readonly onChange: (groupBy: string) => void }) {
  const { values: tags, onApproach } = useFilterValues(tagsQuery)
  const keys = new Set(tags?.map((tag) => tag.split('=')[0] ?? ''))
  if (value !== 'type' && value !== noGroups) keys.add(value)
  const options = ['type', ...[...keys].toSorted(), noGroups].map((each) => ({ value: each, label: each }))
  return <ChoiceMenu label="Group by" value={value} options={options} onChange={onChange} onApproach={onApproach} />
}

interface CatalogFiltersProps {
  readonly filter: CatalogFilter
  readonly groupBy: string
  readonly onGroupBy: (groupBy: string) => void
}

export function CatalogFilters({ filter, groupBy, onGroupBy }: CatalogFiltersProps) {
  const facets = [
    { key: 'type', label: 'Type', ...useFilterValues(typesQuery), filter: filter.types },
    { key: 'health', label: 'Health', values: healths, filter: filter.healths },
    { key: 'status', label: 'Status', ...useFilterValues(statusesQuery), filter: filter.statuses },
    { key: 'tags', label: 'Tags', ...useFilterValues(tagsQuery), filter: filter.tags },
    { key: 'labels', label: 'Labels', ...useFilterValues(labelsQuery), filter: filter.labels },
  ] as const
  return (
    <>
      <FacetFilters
        search={{ label: 'Search the catalog', placeholder: 'Search by name, type, or namespace', debounceMs: 300 }}
        facets={facets}
      />
      <Switch label="Deleted" checked={filter.isDeletedShown} onChange={showDeleted} />
      {isSearching(filter) ? null : <GroupBy value={groupBy} onChange={onGroupBy} />}
    </>
  )
}
