export class TooManyWaiting extends Error {}

export const createAtOnce = (most: number, mostWaiting = Infinity): (<T>(job: () => Promise<T>) => Promise<T>) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async (job) => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw new TooManyWaiting(`${mostWaiting} jobs are already waiting.`)
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
