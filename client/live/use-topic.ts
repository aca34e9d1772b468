import { useSyncExternalStore } from 'react'
import type { Topic } from '#shared/live/topic.ts'
import type { Readable, TopicView } from '#client/live/topic-view.ts'
import { useLiveClient } from '#client/live/use-live-client.ts'

const unwatchedView: TopicView<never> = {
  status: 'loading',
  rows: new Map<string, never>(),
  observedAtMs: null,
  staleSinceMs: null,
  reason: null,
  refresh: () => undefined,
}
const unwatched: Readable<TopicView<never>> = { get: () => unwatchedView, subscribe: () => () => undefined }

/** Without `params` nothing is watched, and the view stays `loading`. */
export const useTopic = <Params extends object, Row>(
  topic: Topic<Params, Row>,
  params: Params | null,
): TopicView<Row> => {
  const client = useLiveClient()
  const view: Readable<TopicView<Row>> = params === null ? unwatched : client.topic(topic, params)
  return useSyncExternalStore(view.subscribe, view.get)
}
