import type { RowChange } from './diff-rows.ts'
import type { KnownRows } from './versioned-rows.ts'

export interface JournalledTopic {
  readonly getKey: (row: unknown) => string
  readonly ticking: ReadonlySet<string>
}

export interface FeedName {
  readonly topic: string
  readonly scope: string
  readonly params: Readonly<Record<string, unknown>>
  readonly key: string
}

/**
 * `unsure` rows may be newer at viewers than recorded (after a killed relay): such viewers get nothing before the first
 * poll. A change whose `version` is not `from + 1` leaves a gap.
 */
export interface RecordedFeed extends KnownRows<unknown> {
  readonly epoch: string
  readonly observedAtMs: number
  /** Viewers get nothing before the first response of the source, as its permissions may have changed. */
  readonly isUnconfirmed?: boolean
}

/**
 * The first change of an epoch starts from no rows; the first after a `resume` is empty and skips the versions
 * that may have been sent but not recorded.
 */
export interface FeedChange extends RowChange<unknown> {
  readonly feed: FeedName
  readonly epoch: string
  readonly from: number
  readonly version: number
  readonly observedAtMs: number
  /** Read-only, and valid only until the next tick. */
  readonly rows: ReadonlyMap<string, unknown>
}

/**
 * One relay writes a feed at a time, in order, after its `resume`. Calls may become durable later, so a restarted
 * feed must never reuse a version that may have been sent.
 */
export interface FeedRecorder {
  readonly resume: (feed: FeedName) => Promise<RecordedFeed | null>
  readonly append: (change: FeedChange) => void
  readonly observed: (feed: FeedName, atMs: number) => void
  readonly outage: (feed: FeedName, sinceMs: number, reason: string) => void
  readonly end: (feed: FeedName, why: 'unwatched' | 'relay') => void
}

export const noRecorder: FeedRecorder = {
  resume: async () => null,
  append: () => undefined,
  observed: () => undefined,
  outage: () => undefined,
  end: () => undefined,
}

/** For rows whose permissions are those of another backend. */
export const withUnconfirmedRows = (recorder: FeedRecorder): FeedRecorder => ({
  resume: async (feed) => {
    const recorded = await recorder.resume(feed)
    return recorded && { ...recorded, isUnconfirmed: true }
  },
  append: (change) => recorder.append(change),
  observed: (feed, atMs) => recorder.observed(feed, atMs),
  outage: (feed, sinceMs, reason) => recorder.outage(feed, sinceMs, reason),
  end: (feed, why) => recorder.end(feed, why),
})
