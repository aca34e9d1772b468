import type { RowChange } from '#relay/live/feeds/diff-rows.ts'
import type { FeedName } from '#relay/live/feeds/feed-recorder.ts'
import type { VersionHole } from '#relay/live/feeds/versioned-rows.ts'

/** A feed as it stands: its rows, and what is known of how they came about. */
export interface ReplicatedState {
  readonly epoch: string
  readonly version: number
  readonly observedAtMs: number
  readonly rows: readonly (readonly [row: unknown, changedAt: number])[]
  readonly dropped: readonly (readonly [key: string, at: number])[]
  readonly oldestKnown: number
  readonly holes: readonly VersionHole[]
}

/** How a feed stands for all: a state and the changes that came after it, each on top of the one before. */
export interface Standing {
  readonly state: ReplicatedState
  readonly changes: readonly ReplicatedChange[]
}

export interface ReplicatedChange extends RowChange<unknown> {
  readonly epoch: string
  readonly from: number
  readonly version: number
  readonly observedAtMs: number
}

/** What a leader publishes beside changes, and what it is asked for. */
export type ReplicationNote =
  | { readonly kind: 'observed'; readonly atMs: number }
  | { readonly kind: 'failed'; readonly sinceMs: number; readonly reason: string }
  | { readonly kind: 'hint'; readonly isUrgent?: boolean | undefined }
  | { readonly kind: 'refreshNow' }

/** A feed as its replica sees it. */
export interface ReplicatedFeed {
  /** Ask the source from now on, or leave that to another relay. */
  readonly lead: (isLeading: boolean) => void
  /** Somebody watches on another relay, or nobody does any more. */
  readonly setWatchedElsewhere: (isWatched: boolean) => void
  /** How the feed stands here; null before anything is known. */
  readonly present: () => ReplicatedState | null
  readonly position: () => { readonly epoch: string; readonly version: number }
  /** A change that another relay made true, on top of exactly the present position. */
  readonly apply: (change: ReplicatedChange) => void
  /** How the feed stands for all: what is here gives way to it. */
  readonly adopt: (standing: Standing) => void
  /** Go on alone, under an epoch of its own, with the same rows. */
  readonly fork: () => void
  readonly onNote: (note: ReplicationNote) => void
}

/** What one feed of this relay is among the relays that share it. */
export interface Replica {
  /**
   * Resolves when it is known how the feed stands for all: `empty` when this relay begins it, so that it may go on from
   * its own record; `taken` otherwise.
   */
  readonly enter: () => Promise<'empty' | 'taken'>
  /** The feed is ready to lead, when it is its turn. */
  readonly begin: () => void
  readonly isLeading: () => boolean
  /** True when the change is true for all from now on and is to be applied; false when another relay leads by now. */
  readonly propose: (change: ReplicatedChange) => boolean | Promise<boolean>
  /** The change that was proposed is applied. */
  readonly applied: () => void
  /** For the relays that follow, or for the one that leads. */
  readonly publish: (note: ReplicationNote) => void
  readonly setWatched: (isWatched: boolean) => void
  /** Resolves when another relay may lead. */
  readonly leave: () => Promise<void>
}

/** Where a feed's change becomes true: at once when a relay is alone, otherwise where several relays agree. */
export interface Replication {
  readonly join: (name: FeedName, member: ReplicatedFeed) => Replica
  /**
   * What relays tell each other beside feeds, by its name: `onText` gets what the others said, and which of them; the answer tells
   * them something. What is said while they cannot be reached is lost.
   */
  readonly channel: (name: string, onText: (text: string, by: string) => void) => (text: string) => void
}

/** One relay alone: it leads everything, and what it says is true. */
export const localReplication: Replication = {
  join: (_name, member) => ({
    enter: async () => 'empty',
    begin: () => member.lead(true),
    isLeading: () => true,
    propose: () => true,
    applied: () => undefined,
    publish: () => undefined,
    setWatched: () => undefined,
    leave: async () => undefined,
  }),
  channel: () => () => undefined,
}
