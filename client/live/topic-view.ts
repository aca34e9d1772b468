/**
 * What a screen may show of a topic. `loading`: nothing arrived yet. `live`: as new as the source tells. `stale`: the
 * source could not be asked, or nothing was heard for too long. `offline`: the relay cannot be reached. `refused`: this
 * viewer may not read the topic. `missing`: there is nothing that the params name. `signedOut`: the session ended. The last good rows stay in every
 * state but the last three, so an empty map means "none" only while the status is `live`.
 */
export type TopicStatus = 'loading' | 'live' | 'stale' | 'offline' | 'refused' | 'missing' | 'signedOut'

export interface TopicView<Row> {
  readonly status: TopicStatus
  /** By the topic's key, in no promised order. A new map when a row changed, the same one otherwise. */
  readonly rows: ReadonlyMap<string, Row>
  /** Milliseconds by this browser's clock: when the source was last really asked; null before the first time. */
  readonly observedAtMs: number | null
  /** Milliseconds by this browser's clock: since when the rows can no longer be trusted; null while they can. */
  readonly staleSinceMs: number | null
  /** A sentence for the person, in every status but `loading` and `live`. */
  readonly reason: string | null
  /** Asks the source now, for everybody who watches. */
  readonly refresh: () => void
}

/** A value that changes: what React's useSyncExternalStore wants. `get` answers the same object until it changed. */
export interface Readable<T> {
  readonly get: () => T
  readonly subscribe: (listener: () => void) => () => void
}
