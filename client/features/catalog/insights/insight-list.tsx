import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { insightTable } from '#shared/catalog/catalog-topics.ts'
import { readFilter, writeFilter, type FilterValue } from '#shared/filters/filter-value.ts'
import { changeQuery, useQueryParams, useQueryState } from '#client/lib/address/query-state.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { FacetFilters } from '#client/ui/table/facet-filters.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { listInPages } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { PagedTable } from '#client/ui/table/paged-table.tsx'
import { textColumns } from '#client/ui/table/text-column.ts'
import { insightColumns } from './insight-columns.tsx'
import { InsightPanel } from './insight-panel.tsx'
import {
  analysisTypesQuery,
  analyzersQuery,
  insightsKey,
  insightsPage,
  insightsQuery,
  listInsights,
  newestFirst,
  type Insight,
  type InsightFilter,
} from './insights-api.ts'
import '#client/features/catalog/changes/changes.css'

const severities = ['critical', 'high', 'medium', 'low', 'info']
const statuses = ['open', 'resolved', 'silenced']
/** Until somebody says otherwise what is solved stays away. */
const usualStatus = 'open:1'
const filterKeys = ['severity', 'type', 'analyzer', 'status'] as const
const exportedAtOnce = 500
const texts = textColumns(insightColumns)
const idOf = ({ id }: Insight) => id

const useInsightFilter = (configId: string | undefined): InsightFilter => {
  const params = useQueryParams()
  const [{ sorting }] = useTableState()
  return useMemo(
    () => ({
      search: params.get('search') ?? '',
      severities: readFilter(params.get('severity') ?? ''),
      types: readFilter(params.get('type') ?? ''),
      analyzers: readFilter(params.get('analyzer') ?? ''),
      statuses: readFilter(params.get('status') ?? usualStatus),
      sorting,
      ...(configId !== undefined && { configId }),
    }),
    [params, sorting, configId],
  )
}

/** Another filter leads back to the first page. An emptied status filter says so: it has a default. */
const setFilter = (key: (typeof filterKeys)[number], filter: FilterValue) =>
  changeQuery((params) => {
    const written = writeFilter(filter)
    params.delete('pageIndex')
    if (key === 'status' ? written === usualStatus : written === '') params.delete(key)
    else params.set(key, written)
  })
const clearFilters = () =>
  changeQuery((params) => {
    for (const key of [...filterKeys, 'search', 'pageIndex']) params.delete(key)
  })

function Filters({ filter }: { readonly filter: InsightFilter }) {
  const { data: types = [] } = useQuery(analysisTypesQuery)
  const { data: analyzers = [] } = useQuery(analyzersQuery)
  return (
    <FacetFilters
      search={{ label: 'Search insights', placeholder: 'Search message or analyzer', debounceMs: 300 }}
      facets={[
        { label: 'Severity', key: 'severity', values: severities, filter: filter.severities },
        { label: 'Type', key: 'type', values: types, filter: filter.types },
        { label: 'Analyzer', key: 'analyzer', values: analyzers, filter: filter.analyzers },
        { label: 'Status', key: 'status', values: statuses, filter: filter.statuses },
      ]}
      onFacet={setFilter}
    />
  )
}

interface InsightListProps {
  /** The item that they are about; everything's where it is left out. */
  readonly configId?: string
  /** What can be done with the insight that is open. */
  readonly actionsOf?: ((insight: Insight) => React.ReactNode) | undefined
}

/** What analyzers found, of everything or of one item: open ones first of all, newest first (ledger CAT-04). */
export function InsightList({ configId, actionsOf }: InsightListProps) {
  const [openId, setOpenId] = useQueryState('insight')
  const filter = useInsightFilter(configId)
  const [state, changeTable] = useTableState()
  const { pageIndex, pageSize } = state
  const page = { offset: pageIndex * pageSize, limit: pageSize }
  const { data, error, isPending, refetch } = useQuery(insightsPage(filter, page))
  useTableChanges(insightTable, insightsKey)
  const total = data?.total ?? null
  return (
    <div className="changes" data-panel={openId === '' ? undefined : ''}>
      <div className="changes-main">
        <ListHead
          filters={<Filters filter={filter} />}
          facts={total === null ? [] : [`${total.toLocaleString('en')} ${total === 1 ? 'insight' : 'insights'}`]}
          tools={
            <ListTools
              table="insights"
              columns={insightColumns}
              texts={texts}
              pages={listInPages(exportedAtOnce, idOf, (range, signal) => listInsights(filter, range, signal))}
              apiPath={`/api/db/config_analysis_items?${new URLSearchParams(insightsQuery(filter)).toString()}`}
            />
          }
        />
        {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
        <PagedTable
          table="insights"
          label="Insights"
          columns={insightColumns}
          rows={data?.rows ?? []}
          keyOf={idOf}
          loading={isPending && error === null}
          sorting={filter.sorting ?? newestFirst}
          total={total}
          state={state}
          onState={changeTable}
          onRow={({ id }) => setOpenId(id)}
          selected={openId}
          empty={
            error === null ? (
              <EmptyState title="No insights match" actions={<Button onClick={clearFilters}>Clear filters</Button>}>
                <p>Open insights of analyzers appear here. Resolved ones are behind the status filter.</p>
              </EmptyState>
            ) : null
          }
        />
      </div>
      {openId === '' ? null : <InsightPanel id={openId} actionsOf={actionsOf} onClose={() => setOpenId('')} />}
    </div>
  )
}
