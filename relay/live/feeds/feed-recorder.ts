import type { RowChange } from './diff-rows.ts'
import type { KnownRows } from './versioned-rows.ts'

/** Which feed: everybody with the same `scope` of a topic instance sees the same rows. */
export interface FeedName {
  readonly topic: string
  /** Organisation and permission class, as one text. */
  readonly scope: string
  readonly params: Readonly<Record<string, unknown>>
  /** One text for the three, stable over restarts. */
  readonly key: string
}

/**
 * A feed as it was recorded last: its rows, and what is known of how they came about. `unsure` are rows that changed by a
 * tick after what is in `rows` was recorded (only after a relay was killed): viewers may hold newer ones, and nobody is
 * repaired before the source's first answer. A change whose `version` is not the next after its `from` leaves a hole.
 */
export interface RecordedFeed extends KnownRows<unknown> {
  readonly epoch: string
  readonly observedAtMs: number
}

/**
 * One change as it became truth. The first of an epoch leads from no rows at all and puts every row; the first after a
 * `resume` changes nothing and leads over the versions that may have been given out and were not recorded.
 */
export interface FeedChange extends RowChange<unknown> {
  readonly feed: FeedName
  readonly epoch: string
  readonly from: number
  readonly version: number
  readonly observedAtMs: number
  /** All rows after the change, by key; not to be changed, and to be read before the next tick. */
  readonly rows: ReadonlyMap<string, unknown>
}

/**
 * Keeps what feeds observed. One relay writes a feed at a time. What it is told of a feed comes in order, after that
 * feed's `resume`, and must not make it throw; it may become durable later, so a feed that goes on after a restart never
 * gives out a version again that may have been given out before (see `version-start.ts`).
 */
export interface FeedRecorder {
  /** Where the feed stopped, or null when nothing usable is recorded. A rejection counts as null. */
  readonly resume: (feed: FeedName) => Promise<RecordedFeed | null>
  readonly append: (change: FeedChange) => void
  /** The source was asked and answered, changed or not; said after `append`, each time. It ends a gap. */
  readonly observed: (feed: FeedName, atMs: number) => void
  /** The source cannot be asked since then: a gap begins, with a sentence that says why. Said once per outage. */
  readonly outage: (feed: FeedName, sinceMs: number, reason: string) => void
  /** The feed stops, because nobody watches it or because the relay does: a gap begins. Nothing but `resume` follows. */
  readonly end: (feed: FeedName, why: 'unwatched' | 'relay') => void
}

export const noRecorder: FeedRecorder = {
  resume: async () => null,
  append: () => undefined,
  observed: () => undefined,
  outage: () => undefined,
  end: () => undefined,
}
