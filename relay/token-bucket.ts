export interface TokenBucket {
  readonly dueAtMs: number
  readonly after: (atMs: number) => TokenBucket
}

export const tokenBucket = (
  burst: { readonly atOnce: number; readonly everyMs: number },
  paidUntilMs = -Infinity,
): TokenBucket => ({
  dueAtMs: paidUntilMs - (burst.atOnce - 1) * burst.everyMs,
  after: (atMs) => tokenBucket(burst, Math.max(paidUntilMs, atMs) + burst.everyMs),
})

export const urgentBucket = tokenBucket({ atOnce: 5, everyMs: 200 })
