import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { configTable } from '#shared/catalog/catalog-topics.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { catalogKey } from './catalog-api.ts'
import { isNarrowed, isSearching, useCatalogFilter, toViewState } from './catalog-filter.ts'
import { CatalogFilters, noGroups } from './catalog-filters.tsx'
import { CatalogTabs } from './catalog-tabs.tsx'
import { ItemList } from './item-list.tsx'
import { NoItems } from './no-items.tsx'
import { CatalogOverview } from './overview/catalog-overview.tsx'
import './catalog.css'

export function CatalogPage() {
  const filter = useCatalogFilter()
  const [groupBy, setGroupBy] = useQueryState('groupBy', 'type')
  useTableChanges(configTable, catalogKey)
  const client = useQueryClient()
  const isFetching = useIsFetching({ queryKey: catalogKey }) > 0
  const isListed = groupBy === noGroups || isSearching(filter)
  const filters = <CatalogFilters filter={filter} groupBy={groupBy} onGroupBy={setGroupBy} />
  return (
    <Page
      title="Catalog"
      views={<ViewMenu table={isListed ? 'catalog' : 'catalog overview'} state={toViewState(filter)} />}
      refresh={{ busy: isFetching, onRefresh: () => void client.invalidateQueries({ queryKey: catalogKey }) }}
    >
      <CatalogTabs selected={routes.catalog} />
      {isListed ? (
        <ItemList filter={filter} filters={filters} />
      ) : (
        <CatalogOverview
          groupBy={groupBy}
          filter={filter}
          filters={filters}
          empty={<NoItems isFiltered={isNarrowed(filter)} />}
        />
      )}
    </Page>
  )
}
