import { useQuery } from '@tanstack/react-query'
import { ChoiceMenu } from '#client/ui/form/choice-menu.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import { FacetFilters } from '#client/ui/table/facet-filters.tsx'
import { labelsQuery, statusesQuery, tagsQuery, typesQuery, type CatalogFilter } from './catalog-api.ts'
import { isSearching, showDeleted } from './catalog-filter.ts'

const healths = ['unhealthy', 'warning', 'healthy', 'unknown']
export const noGroups = 'none'

function GroupBy({ value, onChange }: { readonly value: string; readonly onChange: (groupBy: string) => void }) {
  const { data: tags = [] } = useQuery(tagsQuery)
  const keys = new Set(tags.map((tag) => tag.split('=')[0] ?? ''))
  if (value !== 'type' && value !== noGroups) keys.add(value)
  const options = ['type', ...[...keys].toSorted(), noGroups].map((each) => ({ value: each, label: each }))
  return <ChoiceMenu label="Group by" value={value} options={options} onChange={onChange} />
}

interface CatalogFiltersProps {
  readonly filter: CatalogFilter
  readonly groupBy: string
  readonly onGroupBy: (groupBy: string) => void
}

export function CatalogFilters({ filter, groupBy, onGroupBy }: CatalogFiltersProps) {
  const { data: types = [] } = useQuery(typesQuery)
  const { data: statuses = [] } = useQuery(statusesQuery)
  const { data: tags = [] } = useQuery(tagsQuery)
  const { data: labels = [] } = useQuery(labelsQuery)
  const facets = [
    { key: 'type', label: 'Type', values: types, filter: filter.types },
    { key: 'health', label: 'Health', values: healths, filter: filter.healths },
    { key: 'status', label: 'Status', values: statuses, filter: filter.statuses },
    { key: 'tags', label: 'Tags', values: tags, filter: filter.tags },
    { key: 'labels', label: 'Labels', values: labels, filter: filter.labels },
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
