interface WriteSchedule {
  readonly soon: (inMs: number) => void
  readonly now: () => Promise<void>
  readonly settled: () => Promise<void>
  readonly stop: () => void
}

/** `run` resolves with the milliseconds until the next run. It must not reject. */
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
