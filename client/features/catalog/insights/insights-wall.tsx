import { useQuery } from '@tanstack/react-query'
import { insightTable } from '#shared/catalog/catalog-topics.ts'
import { EventWall } from '#client/features/catalog/event-wall.tsx'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { insightsKey, insightsQuery, listInsights } from './insights-api.ts'
import { useInsightFilter } from './use-insight-filter.ts'

const readMax = 1_000

export function InsightsWall() {
  const filter = useInsightFilter(undefined)
  useTableChanges(insightTable, insightsKey)
  const { data, error, refetch } = useQuery({
    queryKey: [...insightsKey, 'wall', insightsQuery(filter)],
    queryFn: ({ signal }) => listInsights(filter, { offset: 0, limit: readMax }, signal),
    placeholderData: (before) => before,
  })
  if (data === undefined)
    return error === null ? (
      <SkeletonRows label="Loading insights" />
    ) : (
      <ErrorPanel error={error} onRetry={() => void refetch()} />
    )
  const events = data.rows.map(
    ({ id, severity, config, analyzer, analysis_type, summary, message, first_observed }) => ({
      id,
      severity,
      name: config?.name ?? analyzer ?? '',
      kind: analysis_type ?? '',
      text: summary ?? message ?? '',
      at: first_observed,
    }),
  )
  return <EventWall label="Insights" events={events} total={data.total ?? events.length} nothing="No open insights" />
}
