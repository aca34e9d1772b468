import { setServerOffset } from '#client/lib/time/clock.ts'

export interface ServerClock {
  /** One sample of the server time. The fastest response of a connection wins. */
  readonly learn: (serverTimeMs: number, requestedAtMs: number, answeredAtMs: number) => void
  readonly forget: () => void
  readonly toLocalMs: (serverMs: number) => number
}

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
