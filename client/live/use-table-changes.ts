import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { TableMark } from '#shared/live/table-topic.ts'
import type { Topic } from '#shared/live/topic.ts'
import type { TopicStatus } from '#client/live/topic-view.ts'
import { useTopic } from '#client/live/use-topic.ts'

const noParams = {}

/** Also refetches on the first mark, because cached data may be older. A pending request is awaited and repeated. */
export const useTableChanges = (
  topic: Topic<Record<string, never>, TableMark>,
  queryKey: QueryKey,
  enabled = true,
): TopicStatus => {
  const client = useQueryClient()
  const { rows, status } = useTopic(topic, enabled ? noParams : null)
  const [row] = rows.values()
  const mark = row?.mark
  const askAgain = useEffectEvent(async () => {
    if (client.isFetching({ queryKey }) > 0) await client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    await client.invalidateQueries({ queryKey })
  })
  useEffect(() => {
    if (mark !== undefined) void askAgain()
  }, [mark])
  return status
}
