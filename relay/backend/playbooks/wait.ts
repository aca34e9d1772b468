const longestTimerMs = 2 ** 31 - 1

/** Resolves after a time; rejects with the signal's reason when that fires before. */
export const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(ms, longestTimerMs),
    )
    signal.addEventListener('abort', stop, { once: true })
  })
}

export interface TimeLimit {
  readonly signal: AbortSignal
  /** Fires for the time alone. */
  readonly own: AbortSignal
  readonly done: () => void
}

/** A signal that fires with `reason()` after a time, or with that of `outer`; `done` takes its timer away. */
export const timeLimit = (ms: number, outer: AbortSignal, reason: () => Error): TimeLimit => {
  const own = new AbortController()
  const timer = setTimeout(() => own.abort(reason()), Math.min(ms, longestTimerMs))
  return { signal: AbortSignal.any([outer, own.signal]), own: own.signal, done: () => clearTimeout(timer) }
}
