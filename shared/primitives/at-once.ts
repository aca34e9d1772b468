/** `onWait` gets the number of jobs that already wait, and rejects the next one by throwing. */
export const createAtOnce = (
  most: number,
  onWait: (waiting: number) => void = () => {},
): (<T>(job: () => Promise<T>) => Promise<T>) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async (job) => {
    if (running >= most) {
      onWait(waiting.length)
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
