import { useCallback, useState } from 'react'
import type { TopicView } from '#client/live/topic-view.ts'

export const useRefresh = ({ observedAtMs, refresh, status }: Omit<TopicView<unknown>, 'rows'>) => {
  const [requestedAt, setRequestedAt] = useState<number | null | undefined>(undefined)
  const ask = useCallback(() => {
    setRequestedAt(observedAtMs)
    refresh()
  }, [observedAtMs, refresh])
  return { busy: requestedAt !== undefined && requestedAt === observedAtMs && status === 'live', ask }
}
