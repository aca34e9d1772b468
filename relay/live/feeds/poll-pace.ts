const longestAfterFailureMs = 30_000
/** Between two questions that hints cause, where a topic says nothing else. */
export const leastGapUsualMs = 250

interface LastPoll {
  readonly everyMs: number
  readonly tookMs: number
  /** Failed polls in a row. */
  readonly failures: number
}

/**
 * Milliseconds to wait after a poll. A slow source is asked for at most half of the time; a failing one less and less
 * often, up to every 30 s. `random` in [0, 1) spreads relays and feeds apart, by a tenth, and by a quarter after failures.
 */
export const pauseMs = ({ everyMs, tookMs, failures }: LastPoll, random: number): number => {
  if (failures === 0) return Math.max(everyMs - tookMs, tookMs) * (0.95 + 0.1 * random)
  const stretched = Math.min(everyMs * 2 ** (failures - 1), Math.max(longestAfterFailureMs, everyMs))
  return stretched * (0.75 + 0.5 * random)
}

/** Between two questions that urgent hints cause, at the least. */
const leastGapUrgentMs = 20

/**
 * Milliseconds between the starts of two polls that urgent hints asked for, whatever was asked in between: half of the time at
 * most. Where a feed is asked more slowly than usual because nobody watches, nothing is urgent.
 */
export const urgentGapMs = (tookMs: number, leastMs: number): number =>
  leastMs > leastGapUsualMs ? leastMs : Math.max(leastGapUrgentMs, tookMs * 2)

/**
 * Milliseconds between the starts of two polls that hints asked for: many hints in a row cost a fifth of the time at
 * most, and never come more often than `leastMs` nor less often than the feed's own interval. Who asks for less than the usual
 * distance has a source that reads only what is new, and may cost half of the time.
 */
export const hintGapMs = (tookMs: number, leastMs: number, everyMs: number): number =>
  Math.min(Math.max(leastMs, tookMs * (leastMs < leastGapUsualMs ? 2 : 5)), Math.max(everyMs, leastMs))
