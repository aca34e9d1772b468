import { useQuery } from '@tanstack/react-query'
import { changeTable } from '#shared/catalog/catalog-topics.ts'
import { EventWall } from '#client/features/catalog/event-wall.tsx'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { useChangeFilter } from './change-filter.ts'
import { changesKey, changesQuery } from './changes-api.ts'

const readMax = 1_000

export function ChangesWall() {
  const { request } = useChangeFilter()
  useTableChanges(changeTable, changesKey)
  const { data, error, refetch } = useQuery(changesQuery({ ...request, page_size: readMax }))
  if (data === undefined)
    return error === null ? (
      <SkeletonRows label="Loading changes" />
    ) : (
      <ErrorPanel error={error} onRetry={() => void refetch()} />
    )
  const events = data.rows.map(({ id, severity, name, config_id, change_type, summary, created_at }) => ({
    id,
    severity: severity ?? null,
    name: name ?? config_id,
    kind: change_type,
    text: summary ?? '',
    at: created_at,
  }))
  return (
    <EventWall
      label="Changes"
      events={events}
      total={data.total ?? events.length}
      nothing="No changes in this time range"
    />
  )
}
