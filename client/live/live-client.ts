import type { Topic } from '#shared/live/topic.ts'
import type { Readable, TopicView } from '#client/live/topic-view.ts'

export interface LiveState {
  readonly state: 'connecting' | 'live' | 'lagging' | 'stale' | 'offline' | 'unauthorised' | 'outdated'
  readonly sinceMs: number
  readonly observedAtMs: number | null
  readonly reason: string | null
  readonly nextTryAtMs: number | null
}

export interface LiveClient {
  /**
   * Shared by all subscribers with the same params. Subscribing starts the watch; it stops shortly after the last
   * unsubscribes.
   */
  readonly topic: <Params extends object, Row>(topic: Topic<Params, Row>, params: Params) => Readable<TopicView<Row>>
  readonly state: Readable<LiveState>
  readonly onBeat: (listener: (isCurrent: boolean) => void) => () => void
  readonly connect: () => void
  readonly close: () => void
}
