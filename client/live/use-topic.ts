import { useSyncExternalStore } from 'react'
import type { Topic } from '#shared/live/topic.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { useLiveClient } from '#client/live/use-live-client.ts'

/**
 * Watches one instance of a topic for as long as the component is mounted. Renders again at most once per animation
 * frame, and only when something that the view holds is different.
 */
export const useTopic = <Params extends object, Row>(topic: Topic<Params, Row>, params: Params): TopicView<Row> => {
  const view = useLiveClient().topic(topic, params)
  return useSyncExternalStore(view.subscribe, view.get)
}
