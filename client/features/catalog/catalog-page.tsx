import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { configTable } from '#shared/catalog/catalog-topics.ts'
import { readFilter, writeFilter, type FilterValue } from '#shared/filters/filter-value.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { serverPageSizes } from '#client/lib/address/page-sizes.ts'
import { routes } from '#client/lib/address/routes.ts'
import { changeQuery, useQueryParams, useQueryState } from '#client/lib/address/query-state.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { changeNamed } from '#client/lib/address/view-address.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { setPreferences, usePreferences } from '#client/lib/browser/preferences.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { listInPages } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { Pager } from '#client/ui/table/pager.tsx'
import { textColumns } from '#client/ui/table/text-column.ts'
import {
  byType,
  catalogKey,
  healthCount,
  itemsPage,
  itemsQuery,
  listItems,
  statusesQuery,
  typesQuery,
  type CatalogFilter,
  type ListedItem,
} from './catalog-api.ts'
import { CatalogTabs } from './catalog-tabs.tsx'
import { itemColumns } from './item-columns.tsx'
import './catalog.css'

const healths = ['unhealthy', 'warning', 'healthy', 'unknown']
const filterKeys = ['type', 'health', 'status'] as const
const exportedAtOnce = 500
/** A link says it; otherwise it is this browser's preference. */
const deletedKey = 'showDeletedConfigs'
const texts = textColumns(itemColumns)
const idOf = ({ id }: ListedItem) => id
const count = (amount: number) => amount.toLocaleString('en')

const useCatalogFilter = (): CatalogFilter => {
  const params = useQueryParams()
  const [{ sorting }] = useTableState()
  const remembered = usePreferences((preferences) => preferences.showDeletedConfigs)
  const named = params.get(deletedKey)
  const isDeletedShown = named === null ? remembered : named === 'true'
  return useMemo(
    () => ({
      search: params.get('search') ?? '',
      types: readFilter(params.get('type') ?? ''),
      healths: readFilter(params.get('health') ?? ''),
      statuses: readFilter(params.get('status') ?? ''),
      isDeletedShown,
      sorting,
    }),
    [params, sorting, isDeletedShown],
  )
}

/** Another filter leads back to the first page. */
const setFilter = (key: (typeof filterKeys)[number], filter: FilterValue) =>
  changeQuery((params) => {
    params.delete('pageIndex')
    if (filter.size === 0) params.delete(key)
    else params.set(key, writeFilter(filter))
  })
const clearFilters = () =>
  changeQuery((params) => {
    for (const key of [...filterKeys, 'search', 'pageIndex']) params.delete(key)
  })

const optionsOf = (values: readonly string[], filter: FilterValue) =>
  [...new Set([...values, ...filter.keys()])].map((value) => ({ value }))

function Filters({ filter }: { readonly filter: CatalogFilter }) {
  const [search, setSearch] = useQueryState('search')
  const { data: types = [] } = useQuery(typesQuery)
  const { data: statuses = [] } = useQuery(statusesQuery)
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
        onChange={(next) => setFilter('type', next)}
      />
      <FilterSelect
        label="Health"
        options={optionsOf(healths, filter.healths)}
        filter={filter.healths}
        onChange={(next) => setFilter('health', next)}
      />
      <FilterSelect
        label="Status"
        options={optionsOf(statuses, filter.statuses)}
        filter={filter.statuses}
        onChange={(next) => setFilter('status', next)}
      />
      <Switch
        label="Deleted"
        checked={filter.isDeletedShown}
        onChange={(showDeletedConfigs) => {
          if (!changeNamed(deletedKey, String(showDeletedConfigs))) setPreferences({ showDeletedConfigs })
        }}
      />
    </>
  )
}

const useFacts = (filter: CatalogFilter, total: number | null): readonly string[] => {
  const { data: unhealthy } = useQuery(healthCount(filter, 'unhealthy'))
  const { data: warning } = useQuery(healthCount(filter, 'warning'))
  if (total === null) return []
  return [
    `${count(total)} ${total === 1 ? 'item' : 'items'}`,
    ...(unhealthy ? [`${count(unhealthy)} unhealthy`] : []),
    ...(warning ? [`${count(warning)} warning`] : []),
  ]
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return <EmptyState title="No items match" actions={<Button onClick={clearFilters}>Clear filters</Button>} />
  return (
    <EmptyState title="The catalog is empty">
      <p>
        {hasOwnBackend() ? (
          <>
            Scrapers fill it. Add a <code>kind: ScrapeConfig</code> file to <code>RESOURCES_DIR</code>.
          </>
        ) : (
          'The backend’s scrapers fill it.'
        )}
      </p>
    </EmptyState>
  )
}

/** Everything that scrapers found: what there is, how it is, and how much it changed (ledger CAT-01, CAT-05). */
export function CatalogPage() {
  const filter = useCatalogFilter()
  const [{ pageIndex, pageSize }, changeTable] = useTableState()
  useTableChanges(configTable, catalogKey)
  const page = { offset: pageIndex * pageSize, limit: pageSize }
  const { data, error, isPending, isFetching, refetch } = useQuery(itemsPage(filter, page))
  const facts = useFacts(filter, data?.total ?? null)
  const { search, types, statuses } = filter
  const isFiltered = search !== '' || types.size + filter.healths.size + statuses.size > 0
  const state = { [deletedKey]: String(filter.isDeletedShown) }
  return (
    <Page
      title="Catalog"
      views={<ViewMenu state={state} />}
      refresh={{ busy: isFetching, onRefresh: () => void refetch() }}
    >
      <CatalogTabs selected={routes.catalog} />
      <ListHead
        filters={<Filters filter={filter} />}
        facts={facts}
        tools={
          <ListTools
            table="catalog"
            columns={itemColumns}
            texts={texts}
            pages={listInPages(exportedAtOnce, idOf, (range, signal) => listItems(filter, range, signal))}
            apiPath={`/api/db/configs?${new URLSearchParams(itemsQuery(filter)).toString()}`}
            state={state}
          />
        }
      />
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <DataTable
        table="catalog"
        label="Config items"
        columns={itemColumns}
        rows={data?.rows ?? []}
        keyOf={idOf}
        loading={isPending && error === null}
        sorting={filter.sorting ?? byType}
        onSort={(sorting) => changeTable({ sorting })}
        empty={error === null ? <Nothing isFiltered={isFiltered} /> : null}
      />
      {data === undefined || data.total === null || data.total === 0 ? null : (
        <Pager
          pageIndex={pageIndex}
          pageSize={pageSize}
          pageSizes={serverPageSizes}
          total={data.total}
          onPage={(index) => changeTable({ pageIndex: index })}
          onPageSize={(size) => changeTable({ pageSize: size })}
        />
      )}
    </Page>
  )
}
