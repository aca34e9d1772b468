import { setMaxListeners } from 'node:events'

export const longestTimerMs = 2 ** 31 - 1

interface LinkedSignal {
  readonly signal: AbortSignal
  readonly abort: (reason: Error) => void
  readonly release: () => void
}

/**
 * Unlike AbortSignal.any, which Node 20 never releases once it has a listener, the signal can be collected after
 * `release`. Any number of parallel requests may listen to it.
 */
export const linkSignal = (outer: AbortSignal | undefined): LinkedSignal => {
  const own = new AbortController()
  setMaxListeners(0, own.signal)
  const follow = () => own.abort(outer?.reason)
  if (outer?.aborted) follow()
  else outer?.addEventListener('abort', follow, { once: true })
  return {
    signal: own.signal,
    abort: (reason) => own.abort(reason),
    release: () => outer?.removeEventListener('abort', follow),
  }
}

interface TimeLimit {
  readonly signal: AbortSignal
  readonly isOver: () => boolean
  /** Must be called when the work has ended, or the timer and the outer signal keep this one alive. */
  readonly done: () => void
}

export const timeLimit = (
  ms: number,
  outer?: AbortSignal,
  reason: () => Error = () => new DOMException(`Timed out after ${ms} ms.`, 'TimeoutError'),
): TimeLimit => {
  const { signal, abort, release } = linkSignal(outer)
  let isOver = false
  const timer = setTimeout(
    () => {
      isOver = !signal.aborted
      abort(reason())
    },
    Math.min(ms, longestTimerMs),
  )
  return {
    signal,
    isOver: () => isOver,
    done: () => {
      clearTimeout(timer)
      release()
    },
  }
}

/** Rejects with the reason of the signal, without waiting for `work`. */
export const unlessAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop)
  }
}

export const endsWithin = async (ms: number, work: Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
