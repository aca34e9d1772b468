import type { Topic } from '#shared/live/topic.ts'
import type { Readable, TopicView } from '#client/live/topic-view.ts'

/** What the top bar says about this tab's connection; times by this browser's clock. */
export interface LiveState {
  readonly state: 'connecting' | 'live' | 'lagging' | 'stale' | 'offline' | 'unauthorised' | 'outdated'
  /** Since when that is so; `connecting` and `offline` count from when the connection was lost. */
  readonly sinceMs: number
  /** The oldest observation among the topics on screen; null while none has any. */
  readonly observedAtMs: number | null
  readonly reason: string | null
  /** When it next tries to connect; null while it is connected, or trying. */
  readonly nextTryAtMs: number | null
}

/** One socket for the whole tab. */
export interface LiveClient {
  /**
   * The view of one instance of a topic, shared by everybody who asks for the same params. Subscribing to it is what
   * makes the tab watch; it stops a moment after the last subscriber left.
   */
  readonly topic: <Params extends object, Row>(topic: Topic<Params, Row>, params: Params) => Readable<TopicView<Row>>
  readonly state: Readable<LiveState>
  /**
   * Once a second, and at once when the tab comes into view: whether what it shows is as new as the relay can tell. Returns
   * what ends it.
   */
  readonly onBeat: (listener: (isCurrent: boolean) => void) => () => void
  /** Tries to connect now. */
  readonly connect: () => void
  readonly close: () => void
}
