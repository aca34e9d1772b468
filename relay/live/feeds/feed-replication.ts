import type { RowChange } from './diff-rows.ts'
import type { Outage } from './feed-state.ts'
import type { FeedName } from './feed-recorder.ts'
import type { VersionHole } from './versioned-rows.ts'

export interface ReplicatedState {
  readonly epoch: string
  readonly version: number
  readonly observedAtMs: number
  readonly rows: readonly (readonly [row: unknown, changedAt: number])[]
  readonly dropped: readonly (readonly [key: string, at: number])[]
  readonly oldestKnown: number
  readonly holes: readonly VersionHole[]
}

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

export type ReplicationNote =
  | { readonly kind: 'observed'; readonly atMs: number }
  | ({ readonly kind: 'failed' } & Outage)
  | { readonly kind: 'hint'; readonly isUrgent?: boolean | undefined }
  | { readonly kind: 'refreshNow' }

export interface ReplicatedFeed {
  readonly lead: (isLeading: boolean) => void
  readonly setWatchedElsewhere: (isWatched: boolean) => void
  readonly present: () => ReplicatedState | null
  readonly position: () => { readonly epoch: string; readonly version: number }
  /** `change` must follow exactly the current position. */
  readonly apply: (change: ReplicatedChange) => void
  readonly adopt: (standing: Standing) => void
  readonly fork: () => void
  readonly onNote: (note: ReplicationNote) => void
}

export interface Replica {
  /** Resolves when the shared state is known. `empty`: this relay starts the feed and can use its own recording. */
  readonly enter: () => Promise<'empty' | 'taken'>
  readonly begin: () => void
  readonly isLeading: () => boolean
  /** True: the change is committed and must be applied. False: another relay leads. */
  readonly propose: (change: ReplicatedChange) => boolean | Promise<boolean>
  readonly applied: () => void
  readonly publish: (note: ReplicationNote) => void
  readonly setWatched: (isWatched: boolean) => void
  readonly leave: () => Promise<void>
}

export interface Replication {
  readonly join: (name: FeedName, member: ReplicatedFeed) => Replica
  /** Returns a function that sends to the other relays. Messages sent during an outage are lost. */
  readonly channel: (name: string, onText: (text: string, by: string) => void) => (text: string) => void
}

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
