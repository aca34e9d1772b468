import type { Topic } from '#shared/live/topic.ts'

/** Who waits for a feed's rows, and whether its source has something under way. */
export interface FeedInterest {
  readonly isWatched: boolean
  readonly isWatchedElsewhere: boolean
  /** How soon the source wants to be asked again, by its last answer; Infinity when it does not say. */
  readonly againWithinMs: number
}

export const newInterest: FeedInterest = { isWatched: true, isWatchedElsewhere: false, againWithinMs: Infinity }

const unwatchedTiming = { everyMs: 30_000, leastGapMs: 5_000 }

/** How often to ask: a feed that is followed for the journal alone asks more slowly. */
export const pollTiming = (
  { pollEveryMs, hintGapMs }: Pick<Topic<never, never>, 'pollEveryMs' | 'hintGapMs'>,
  { isWatched, isWatchedElsewhere, againWithinMs }: FeedInterest,
): { readonly everyMs: number; readonly leastGapMs?: number } => {
  if (!isWatched && !isWatchedElsewhere) return unwatchedTiming
  return { everyMs: Math.min(pollEveryMs, againWithinMs), ...(hintGapMs !== undefined && { leastGapMs: hintGapMs }) }
}
