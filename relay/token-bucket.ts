/** How far a pace for what cannot wait has been used; another one after each that came. */
export interface TokenBucket {
  /** From when on the next one may come; by the clock of whoever counts. */
  readonly dueAtMs: number
  /** The pace after one came. */
  readonly after: (atMs: number) => TokenBucket
}

/**
 * So many at once, then one every `everyMs`; after a rest of that length one more at once. `paidUntilMs` is when the one after
 * all that came would be due if they had kept the pace.
 */
export const tokenBucket = (
  burst: { readonly atOnce: number; readonly everyMs: number },
  paidUntilMs = -Infinity,
): TokenBucket => ({
  dueAtMs: paidUntilMs - (burst.atOnce - 1) * burst.everyMs,
  after: (atMs) => tokenBucket(burst, Math.max(paidUntilMs, atMs) + burst.everyMs),
})

/** For what people wait for: five in a row are told one by one, many a second together. */
export const urgentBucket = tokenBucket({ atOnce: 5, everyMs: 200 })
