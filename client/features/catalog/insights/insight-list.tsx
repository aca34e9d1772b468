import { useQuery } from '@tanstack/react-query'
import { insightTable } from '#shared/catalog/catalog-topics.ts'
import { clearQuery, useQueryParams, useQueryState } from '#client/lib/address/query-state.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { hasFilters } from '#client/ui/table/count-filters.ts'
import { FacetFilters } from '#client/ui/table/facet-filters.tsx'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { useQueriedList } from '#client/ui/table/queried-list.ts'
import { insightColumns } from './insight-columns.tsx'
import { InsightPanel } from './insight-panel.tsx'
import {
  analysisTypesQuery,
  analyzersQuery,
  insightsKey,
  insightsQuery,
  listInsights,
  newestFirst,
  type Insight,
  type InsightFilter,
} from './insights-api.ts'
import { useInsightFilter, usualStatus } from './use-insight-filter.ts'
import '#client/features/catalog/changes/changes.css'

const severities = ['critical', 'high', 'medium', 'low', 'info']
const statuses = ['open', 'resolved', 'silenced']
const getId = ({ id }: Insight) => id

const clearFilters = () => clearQuery(['severity', 'type', 'analyzer', 'status', 'search'])

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
        { label: 'Status', key: 'status', values: statuses, filter: filter.statuses, usual: usualStatus },
      ]}
    />
  )
}

interface InsightListProps {
  readonly configId?: string
}

export function InsightList({ configId }: InsightListProps) {
  const [openId, setOpenId] = useQueryState('insight')
  const filter = useInsightFilter(configId)
  const isFiltered = hasFilters(useQueryParams())
  useTableChanges(insightTable, insightsKey)
  const source = useQueriedList({
    queryKey: [...insightsKey, insightsQuery(filter)],
    columns: insightColumns,
    getKey: getId,
    read: (range, signal) => listInsights(filter, range, signal),
    usual: newestFirst,
  })
  return (
    <div className="panel-area changes" data-panel={openId === '' ? undefined : ''}>
      <div className="panel-area-main">
        <ListFrame
          table="insights"
          label="Insights"
          source={source}
          getKey={getId}
          onRow={({ id }) => setOpenId(id)}
          selected={openId}
          filters={<Filters filter={filter} />}
          facts={countFact(source.total, 'insight', 'insights')}
          apiPath={`/api/db/config_analysis_items?${new URLSearchParams(insightsQuery(filter)).toString()}`}
          nothing={
            <EmptyState
              title={isFiltered ? 'No insights match' : 'No open insights'}
              {...(isFiltered && { actions: <Button onClick={clearFilters}>Clear filters</Button> })}
            >
              <p>
                Open insights from analyzers appear here.{' '}
                <span className="not-on-walls">Use the status filter to see resolved ones.</span>
              </p>
            </EmptyState>
          }
        />
      </div>
      {openId === '' ? null : <InsightPanel key={openId} id={openId} onClose={() => setOpenId('')} />}
    </div>
  )
}
