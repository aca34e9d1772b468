const longestTimerMs = 2 ** 31 - 1

export interface LinkedSignal {
  readonly signal: AbortSignal
  readonly abort: (reason: Error) => void
  readonly release: () => void
}

/**
 * Unlike AbortSignal.any, which Node 20 never releases once it has a listener, the signal can be collected after
 * `release`.
 */
export const linkSignal = (outer: AbortSignal | undefined): LinkedSignal => {
  const own = new AbortController()
  const follow = () => own.abort(outer?.reason)
  if (outer?.aborted) follow()
  else outer?.addEventListener('abort', follow, { once: true })
  return {
    signal: own.signal,
    abort: (reason) => own.abort(reason),
    release: () => outer?.removeEventListener('abort', follow),
  }
}

export interface TimeLimit {
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
