import { setServerOffset } from '#client/lib/time/clock.ts'

export interface ServerClock {
  /** One sample of the server time. The fastest response of a connection wins. */
  readonly learn: (serverTimeMs: number, requestedAtMs: number, receivedAtMs: number) => void
  readonly forget: () => void
  readonly toLocalMs: (serverMs: number) => number
}

const slowestMs = 10_000

export const createServerClock = (): ServerClock => {
  let offsetMs = 0
  let quickestMs = Infinity
  return {
    learn: (serverTimeMs, requestedAtMs, receivedAtMs) => {
      const tookMs = receivedAtMs - requestedAtMs
      if (tookMs < 0 || tookMs > slowestMs || tookMs >= quickestMs) return
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
