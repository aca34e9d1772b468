/**
 * `stale`: the source failed or no message arrived for too long. Rows stay in every state but `refused`,
 * `missing` and `signedOut`, so an empty map means "none" only while `live`.
 */
export type TopicStatus = 'loading' | 'live' | 'stale' | 'offline' | 'refused' | 'missing' | 'signedOut'

export interface TopicView<Row> {
  readonly status: TopicStatus
  readonly rows: ReadonlyMap<string, Row>
  readonly observedAtMs: number | null
  readonly staleSinceMs: number | null
  readonly reason: string | null
  readonly refresh: () => void
}

/** For useSyncExternalStore: `get` must return the same object until the value changes. */
export interface Readable<T> {
  readonly get: () => T
  readonly subscribe: (listener: () => void) => () => void
}
