import type { Topic } from '#shared/live/topic.ts'

export interface FeedInterest {
  readonly isWatched: boolean
  readonly isWatchedElsewhere: boolean
  readonly againWithinMs: number
}

export const newInterest: FeedInterest = { isWatched: true, isWatchedElsewhere: false, againWithinMs: Infinity }

const unwatchedTiming = { everyMs: 30_000, leastGapMs: 5_000 }

export const pollTiming = (
  { pollEveryMs, hintGapMs }: Pick<Topic<never, never>, 'pollEveryMs' | 'hintGapMs'>,
  { isWatched, isWatchedElsewhere, againWithinMs }: FeedInterest,
): { readonly everyMs: number; readonly leastGapMs?: number } => {
  if (!isWatched && !isWatchedElsewhere) return unwatchedTiming
  return { everyMs: Math.min(pollEveryMs, againWithinMs), ...(hintGapMs !== undefined && { leastGapMs: hintGapMs }) }
}
