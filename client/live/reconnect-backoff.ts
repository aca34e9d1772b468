interface ReconnectBackoffOptions {
  readonly attempt: () => void
  /** The next attempt is due at this time, in milliseconds by `now`; null when none is waited for. */
  readonly onPlan: (atMs: number | null) => void
  readonly now: () => number
  /** From 0 to 1. */
  readonly random?: () => number
}

/** When a tab tries to connect again: at growing, random distances, or within a time that the relay asked for. */
export interface ReconnectBackoff {
  /** After a failure: each one waits longer than the one before. */
  readonly later: () => void
  /** At a random moment within so many milliseconds. */
  readonly within: (ms: number) => void
  readonly now: () => void
  /** The connection stands; the next failure is the first again. */
  readonly reset: () => void
  readonly stop: () => void
}

const firstMs = 1_000
const longestMs = 10_000

export const createReconnectBackoff = ({
  attempt,
  onPlan,
  now,
  random = Math.random,
}: ReconnectBackoffOptions): ReconnectBackoff => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
    onPlan(null)
  }
  const go = () => {
    stop()
    attempt()
  }
  const plan = (afterMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(go, afterMs)
    onPlan(now() + afterMs)
  }
  return {
    later: () => {
      const longest = Math.min(longestMs, firstMs * 2 ** failures)
      failures += 1
      plan(longest * (0.25 + 0.75 * random()))
    },
    within: (ms) => plan(ms * random()),
    now: go,
    reset: () => {
      failures = 0
      stop()
    },
    stop,
  }
}
