const longestTimerMs = 2 ** 31 - 1

export interface LinkedSignal {
  readonly signal: AbortSignal
  readonly abort: (reason: Error) => void
  /** Lets go of the other signal, which does not reach this one any more. */
  readonly release: () => void
}

/**
 * A signal for one piece of work, which fires with `outer` until it is released. Unlike that of AbortSignal.any, which Node 20
 * keeps for ever once anything listens to it, it and whatever still listens to it are gone with the work.
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
  /** Whether the time is what ended it. */
  readonly isOver: () => boolean
  /** Takes the timer away and lets go of the outer signal. */
  readonly done: () => void
}

/** A signal that fires with `reason()` after a time, or with that of `outer`, for work that calls `done` when it has ended. */
export const timeLimit = (
  ms: number,
  outer?: AbortSignal,
  reason: () => Error = () => new DOMException(`It did not end within ${ms} ms.`, 'TimeoutError'),
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
