export interface Clock {
  /** Since the epoch; jumps when the system clock is set. */
  wallMs(): number
  monotonicMs(): number
  after(ms: number, call: () => void): () => void
}

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
