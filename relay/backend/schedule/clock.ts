/** Time as schedules see it; tests hand in one that they turn themselves. Everything is in milliseconds. */
export interface Clock {
  /** Since the epoch; may jump when somebody sets the machine's clock. */
  wallMs(): number
  /** Since some fixed moment; never jumps. */
  monotonicMs(): number
  /** Calls `call` once after `ms`, unless the returned function is called before. */
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
