/** Runs one piece of work again and again, never twice at a time. */
export interface WriteSchedule {
  /** Runs it in so many milliseconds, unless it is due sooner. */
  readonly soon: (inMs: number) => void
  /** Runs it after the run that is under way; resolves when that has been. */
  readonly now: () => Promise<void>
  /** Resolves when no run is under way or asked for. */
  readonly settled: () => Promise<void>
  /** Nothing is run by itself any more. */
  readonly stop: () => void
}

/** `run` answers in how many milliseconds it is due again, and never rejects. */
export const createWriteSchedule = (run: () => Promise<number>): WriteSchedule => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAtMs = Infinity
  let last: Promise<void> = Promise.resolve()
  let isStopped = false

  const soon = (inMs: number) => {
    const atMs = performance.now() + inMs
    if (isStopped || dueAtMs <= atMs) return
    clearTimeout(timer)
    dueAtMs = atMs
    timer = setTimeout(() => void now(), inMs)
    timer.unref()
  }
  const now = () => {
    clearTimeout(timer)
    dueAtMs = Infinity
    last = last.then(async () => soon(await run()))
    return last
  }
  return {
    soon,
    now,
    settled: () => last,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
