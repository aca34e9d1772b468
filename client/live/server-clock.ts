import { setServerOffset } from '#client/lib/time/clock.ts'

/** How far this browser's clock is from the server's. */
export interface ServerClock {
  /** One question and its answer: the server's time in between. The quickest answer of a connection is believed. */
  readonly learn: (serverTimeMs: number, requestedAtMs: number, answeredAtMs: number) => void
  /** A new connection, perhaps after a sleep: what was learned may be wrong by now. */
  readonly forget: () => void
  /** A time by the server's clock as this browser's clock would have shown it. */
  readonly toLocalMs: (serverMs: number) => number
}

/** An answer that seems to have taken longer: the clock was set meanwhile. */
const answeredWithinMs = 10_000

export const createServerClock = (): ServerClock => {
  let offsetMs = 0
  let quickestMs = Infinity
  return {
    learn: (serverTimeMs, requestedAtMs, answeredAtMs) => {
      const tookMs = answeredAtMs - requestedAtMs
      if (tookMs < 0 || tookMs > answeredWithinMs || tookMs >= quickestMs) return
      quickestMs = tookMs
      offsetMs = serverTimeMs - (requestedAtMs + tookMs / 2)
      setServerOffset(offsetMs)
    },
    forget: () => {
      quickestMs = Infinity
    },
    toLocalMs: (serverMs) => serverMs - offsetMs,
  }
}
