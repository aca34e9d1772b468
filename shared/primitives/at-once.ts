/** More jobs wait than may. */
export class TooManyWaiting extends Error {}

/**
 * Lets at most `most` of the given jobs run at the same time; the others begin in order as those end. Rejects with
 * `TooManyWaiting` instead of running a job when `mostWaiting` others wait already.
 */
export const createAtOnce = (most: number, mostWaiting = Infinity): (<T>(job: () => Promise<T>) => Promise<T>) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async (job) => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw new TooManyWaiting(`${mostWaiting} jobs wait already.`)
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
