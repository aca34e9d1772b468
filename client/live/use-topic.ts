import { useSyncExternalStore } from 'react'
import type { Topic } from '#shared/live/topic.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { useLiveClient } from '#client/live/use-live-client.ts'

export const useTopic = <Params extends object, Row>(topic: Topic<Params, Row>, params: Params): TopicView<Row> => {
  const view = useLiveClient().topic(topic, params)
  return useSyncExternalStore(view.subscribe, view.get)
}
