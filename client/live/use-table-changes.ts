import { useQueryClient, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isTimedOut } from '#client/api/outage.ts'
import type { TableMark } from '#shared/live/table-topic.ts'
import type { Topic } from '#shared/live/topic.ts'
import type { TopicStatus } from '#client/live/topic-view.ts'
import { useTopic } from '#client/live/use-topic.ts'

const noParams = {}

const isRepeated = ({ state }: Query): boolean => !isTimedOut(state.error)

const waitForRequests = (client: QueryClient) =>
  Promise.allSettled(
    client
      .getQueryCache()
      .findAll({ fetchStatus: 'fetching' })
      .flatMap(({ promise }) => promise ?? []),
  )

/**
 * Also refetches on the first mark, because cached data may be older. A request that was sent before its mark is
 * awaited and repeated. The first repeat waits for all requests of the page: a browser sends six at a time, and shown
 * data can wait.
 */
export const useTableChanges = (
  topic: Topic<Record<string, never>, TableMark>,
  queryKey: QueryKey,
  enabled = true,
): TopicStatus => {
  const client = useQueryClient()
  const { rows, status } = useTopic(topic, enabled ? noParams : null)
  const [row] = rows.values()
  const mark = row?.mark
  const known = useRef<'notMounted' | 'noMark' | 'mark'>('notMounted')
  const askAgain = useEffectEvent(async (before: typeof known.current) => {
    if (before === 'notMounted') {
      // A pending request was sent by this mount, after the mark.
      await client.invalidateQueries({ queryKey, predicate: ({ state }) => state.fetchStatus === 'idle' })
      return
    }
    if (before === 'noMark') await waitForRequests(client)
    else if (client.isFetching({ queryKey }) > 0) await client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    await client.invalidateQueries({ queryKey, predicate: isRepeated })
  })
  useEffect(() => {
    const before = known.current
    known.current = mark === undefined ? 'noMark' : 'mark'
    if (mark !== undefined) void askAgain(before)
  }, [mark])
  return status
}
