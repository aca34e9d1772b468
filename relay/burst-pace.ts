export interface BurstPace {
  /** From when on the next one may come; by the clock of whoever counts. */
  readonly dueAtMs: () => number
  /** One came. */
  readonly count: (atMs: number) => void
}

/** A pace for what cannot wait: so many at once, then one every `everyMs`; after a rest of that length one more at once. */
export const createBurstPace = ({ atOnce, everyMs }: { atOnce: number; everyMs: number }): BurstPace => {
  /** When the one after all that came would be due if they had kept the pace. */
  let paidUntilMs = -Infinity
  return {
    dueAtMs: () => paidUntilMs - (atOnce - 1) * everyMs,
    count: (atMs) => {
      paidUntilMs = Math.max(paidUntilMs, atMs) + everyMs
    },
  }
}

/** For what people wait for: five in a row are told one by one, many a second together. */
export const urgentPace = (): BurstPace => createBurstPace({ atOnce: 5, everyMs: 200 })
