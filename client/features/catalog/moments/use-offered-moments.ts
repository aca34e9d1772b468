import { useQuery } from '@tanstack/react-query'
import { changeTable } from '#shared/catalog/catalog-topics.ts'
import { changesKey, changesQuery } from '#client/features/catalog/changes/changes-api.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import type { OfferedMoment } from '#client/ui/form/moment-picker.tsx'
import { aroundChange } from './moment-links.ts'

export const useOfferedMoments = (id: string): readonly OfferedMoment[] => {
  const newest = { id, recursive: 'none', from: 'now-60d', sort_by: '-created_at', page: 1, page_size: 1 } as const
  useTableChanges(changeTable, changesKey)
  const { data, isPlaceholderData } = useQuery(changesQuery(newest))
  const [change] = data?.rows ?? []
  if (change === undefined || isPlaceholderData) return []
  return [{ name: `Before the last change (${change.change_type})`, text: aroundChange(change.created_at).before }]
}
