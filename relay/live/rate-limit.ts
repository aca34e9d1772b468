/** Lets at most `most` things happen in each stretch of `perMs`; answers whether one more may. */
export const createRateLimit = (most: number, perMs: number, now: () => number = Date.now): (() => boolean) => {
  let sinceMs = now()
  let count = 0
  return () => {
    if (now() - sinceMs >= perMs) {
      sinceMs = now()
      count = 0
    }
    count += 1
    return count <= most
  }
}
