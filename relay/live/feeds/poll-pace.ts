const longestAfterFailureMs = 30_000
export const leastGapUsualMs = 250

interface LastPoll {
  readonly everyMs: number
  readonly tookMs: number
  readonly failures: number
}

export const pauseMs = ({ everyMs, tookMs, failures }: LastPoll, random: number): number => {
  if (failures === 0) return Math.max(everyMs - tookMs, tookMs) * (0.95 + 0.1 * random)
  const stretched = Math.min(everyMs * 2 ** (failures - 1), Math.max(longestAfterFailureMs, everyMs))
  return stretched * (0.75 + 0.5 * random)
}

const leastGapUrgentMs = 20

export const urgentGapMs = (tookMs: number, leastMs: number): number =>
  leastMs > leastGapUsualMs ? leastMs : Math.max(leastGapUrgentMs, tookMs * 2)

export const hintGapMs = (tookMs: number, leastMs: number, everyMs: number): number =>
  Math.min(Math.max(leastMs, tookMs * (leastMs < leastGapUsualMs ? 2 : 5)), Math.max(everyMs, leastMs))
