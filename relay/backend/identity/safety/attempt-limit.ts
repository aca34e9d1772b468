import { createHash } from 'node:crypto'

interface AttemptRule {
  readonly free: number
  readonly firstWaitMs: number
  readonly longestWaitMs: number
  readonly forgetAfterMs: number
  readonly refillEveryMs?: number
}

export interface AttemptLimit {
  /** Returns 0 and counts the attempt, or returns the wait in milliseconds without counting it. */
  consume(key: string): number
  forgive(key: string): void
  giveBack(key: string): void
  size(): number
}

interface Tally {
  count: number
  lastMs: number
  openAtMs: number
}

const mostKeys = 20_000

const hashKey = (key: string) => createHash('sha256').update(key).digest('base64').slice(0, 22)

/**
 * An attempt counts before its outcome is known, so that parallel ones are limited too. Beyond 20,000 keys the
 * least recent are dropped.
 */
export const createAttemptLimit = (rule: AttemptRule, now: () => number): AttemptLimit => {
  const tallies = new Map<string, Tally>()

  return {
    consume: (key) => {
      const hash = hashKey(key)
      const nowMs = now()
      const known = tallies.get(hash)
      const tally =
        known === undefined || nowMs - known.lastMs > rule.forgetAfterMs
          ? { count: 0, lastMs: nowMs, openAtMs: nowMs }
          : known
      if (tally.openAtMs > nowMs) return tally.openAtMs - nowMs
      const refilled = rule.refillEveryMs === undefined ? 0 : (nowMs - tally.lastMs) / rule.refillEveryMs
      tally.count = Math.max(0, tally.count - refilled) + 1
      tally.lastMs = nowMs
      const beyond = tally.count - rule.free
      if (beyond >= 0)
        tally.openAtMs = nowMs + Math.min(rule.longestWaitMs, rule.firstWaitMs * 2 ** Math.min(Math.floor(beyond), 30))
      tallies.delete(hash)
      tallies.set(hash, tally)
      const [oldest] = tallies.keys()
      if (tallies.size > mostKeys && oldest !== undefined) tallies.delete(oldest)
      return 0
    },
    forgive: (key) => void tallies.delete(hashKey(key)),
    giveBack: (key) => {
      const tally = tallies.get(hashKey(key))
      if (tally === undefined) return
      tally.count -= 1
      if (tally.count < rule.free) tally.openAtMs = tally.lastMs
    },
    size: () => tallies.size,
  }
}
