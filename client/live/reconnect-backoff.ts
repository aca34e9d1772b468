interface ReconnectBackoffOptions {
  readonly attempt: () => void
  /** In milliseconds of `now`; null while no attempt is scheduled. */
  readonly onPlan: (atMs: number | null) => void
  readonly now: () => number
  readonly random?: () => number
}

interface ReconnectBackoff {
  readonly later: () => void
  readonly within: (ms: number) => void
  readonly now: () => void
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
